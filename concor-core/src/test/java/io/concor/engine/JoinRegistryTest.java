package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.SimpleTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.pool.EventQueue;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.JoinRegistry;
import io.concor.engine.pool.Pool;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class JoinRegistryTest {

    private static final SimpleTask<Object, Object> TASK = message -> message;

    private final JoinRegistry registry = FlowParts.of(new FlowDefinition(
                    "flow",
                    List.of(Component.of("a", TASK)),
                    List.of(),
                    new FlowDefinition.Limits(8, Duration.ofSeconds(20))))
            .registry();

    static Stream<Consumer<Join>> ends() {
        return Stream.of(
                join -> {
                    join.queue().close();
                    join.pool().drain();
                },
                join -> join.pool().retire(),
                join -> {
                    join.queue().close();
                    join.pool().retire();
                });
    }

    @AfterEach
    void end() {
        registry.pools().forEach(Pool::retire);
    }

    @ParameterizedTest
    @MethodSource("ends")
    void keepsNoQueueOfAJoinThatHasEnded(Consumer<Join> end) {
        WeakReference<EventQueue> former = startAndEnd(end);

        registry.startJoin(0, JoinSettings.single());

        await("the queue to be collected").until(() -> {
            System.gc();
            return former.refersTo(null);
        });
    }

    private WeakReference<EventQueue> startAndEnd(Consumer<Join> end) {
        Join join = registry.startJoin(0, JoinSettings.fixed(2));
        join.pool().resume();
        end.accept(join);
        await("its threads end").until(join.pool()::hasEnded);
        assertThat(registry.taken()).containsOnly(0);
        return new WeakReference<>(join.queue());
    }
}
