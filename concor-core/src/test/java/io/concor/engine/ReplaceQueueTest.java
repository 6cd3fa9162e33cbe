package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.path.RoutingTable;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Pool;
import io.concor.layout.Layout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A change that has moved the waiting events, and then cannot take place. */
@Timeout(60)
class ReplaceQueueTest {

    private static final int EVENTS = 16;
    private static final int KEYS = 3;
    private static final JoinSettings SINGLE = JoinSettings.single();
    private static final JoinSettings KEYED = JoinSettings.keyed(2);

    private final List<Integer> handled = new CopyOnWriteArrayList<>();
    private final FlowDefinition flow = new FlowDefinition(
            "flow",
            List.of(Component.of("a", new Recording())),
            List.of(),
            new FlowDefinition.Limits(EVENTS, FlowDefinition.Limits.DEFAULT_TIMEOUT));
    private final FlowParts parts = FlowParts.of(flow);
    private Join join;
    private ReplaceQueue operation;

    private final class Recording implements KeyedTask<Integer, Integer> {

        @Override
        public Object key(Integer message) {
            return message % KEYS;
        }

        @Override
        public Integer apply(Integer message) {
            handled.add(message);
            return message;
        }
    }

    private void moveThatWaits(JoinSettings before, JoinSettings after) {
        join = parts.registry().startJoin(0, before);
        operation = new ReplaceQueue(0, parts.registry(), join, after, EVENTS);
        parts.path().routing(new RoutingTable(flow, new Layout(1, Map.of("a", before)), new Join[] {join}));
        IntStream.range(0, EVENTS).forEach(this::put);
        operation.prepare();
        await("the threads are suspended").until(operation::isReady);
        operation.transfer();
    }

    private void put(int message) {
        Context event = parts.contexts().take();
        event.begin(message, null, parts.clock().now());
        event.enqueue(0, true);
        join.put(event, null);
    }

    @AfterEach
    void end() {
        parts.registry().pools().forEach(Pool::retire);
        await("the threads end").until(parts.registry()::hasEnded);
    }

    private static List<List<JoinSettings>> exchanges() {
        return List.of(List.of(SINGLE, KEYED), List.of(KEYED, SINGLE));
    }

    @ParameterizedTest
    @MethodSource("exchanges")
    void putsTheEventsBack(List<JoinSettings> settings) {
        moveThatWaits(settings.get(0), settings.get(1));
        assertThat(join.queue().waiting()).isZero();

        operation.abort();

        await("all are handled").until(() -> handled.size() == EVENTS);
        assertThat(parts.registry().waiting(0)).isZero();
        for (int key = 0; key < KEYS; key++) {
            int ofKey = key;
            assertThat(handled).filteredOn(message -> message % KEYS == ofKey).isSorted();
        }
    }

    @Test
    void putsTheEventsBackInTheOrderOfTheirArrival() {
        moveThatWaits(SINGLE, KEYED);

        operation.abort();

        await("all are handled").until(() -> handled.size() == EVENTS);
        assertThat(handled).isSorted();
    }

    @ParameterizedTest
    @MethodSource("exchanges")
    void acceptsEventsAfterwards(List<JoinSettings> settings) {
        moveThatWaits(settings.get(0), settings.get(1));
        operation.abort();
        await("all contexts are free again").until(() -> parts.contexts().free() == EVENTS);

        put(EVENTS);

        await("it is handled").until(() -> handled.contains(EVENTS));
    }
}
