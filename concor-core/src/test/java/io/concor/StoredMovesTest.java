package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.fixture.StoredFlows;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Slots that move between memory and a store, or whose queue is exchanged, while events flow. */
@Timeout(60)
class StoredMovesTest extends StoredFlows {

    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void movesBetweenMemoryAndStoreWhileEventsFlow(String pool, JoinSettings join) throws Exception {
        Flow<Integer, String> flow = flow(join);
        CompletableFuture<Void> load = RunningFlows.onOwnThread(() -> {
            for (int i = 0; i < 20 * EVENTS; i++) {
                flow.apply(i);
            }
        });
        int changes = 0;
        while (!load.isDone() || changes < 4) {
            JoinSettings next = changes++ % 2 == 0 ? join.queue(QueueKind.MEMORY) : join;
            flows.manager().change(ChangeRequest.put("flow", "slot", next));
            int before = store.effects().size();
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> load.isDone() || store.effects().size() > before); // events pass in each layout
        }
        load.join();
        awaitEffects(numbers(0, 20 * EVENTS));
        assertOrder(join);
    }

    /** Another queue of the join, in front of which the store remains. */
    @Test
    void exchangesTheQueueOfAStoredSlotWhileEventsFlow() {
        JoinSettings keyed = durable(JoinSettings.keyed(4));
        Flow<Integer, String> flow = flow(keyed);
        CompletableFuture<Void> load = RunningFlows.onOwnThread(() -> {
            for (int i = 0; i < 4 * EVENTS; i++) {
                flow.apply(i);
            }
        });
        for (int changes = 0; !load.isDone() || changes < 4; changes++) {
            flows.manager().change(ChangeRequest.put("flow", "slot", changes % 2 == 0 ? SINGLE : keyed));
            int before = store.effects().size();
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> load.isDone() || store.effects().size() > before);
        }
        load.join();
        awaitEffects(numbers(0, 4 * EVENTS));
        assertOrder(keyed);
    }

    /** More events come out of the store than could be inside before. Their queues grow, while events flow and a task is slow. */
    @Test
    void makesRoomInAllLaterSlotsWhenTheFirstSlotBecomesDurable() throws Exception {
        Queue<Integer> last = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .maxInFlight(4)
                .join(JoinSettings.fixed(2))
                .map(number -> number, "before")
                .join(JoinSettings.single())
                .map(number -> number, "slot")
                .join(JoinSettings.keyed(2))
                .mapKeyed(new Itself(), "keyed")
                .join(JoinSettings.single())
                .mapSingleThreaded(number -> number, "single")
                .join(JoinSettings.fixed(2))
                .map(
                        number -> {
                            if (held) {
                                gate.pass();
                            }
                            last.add(number);
                            return number;
                        },
                        "last"));
        held = true;
        flow.apply(0); // keeps a thread of a slot whose queue grows
        gate.awaitReached();
        flows.manager().change(ChangeRequest.put("flow", "slot", SINGLE));
        for (int i = 1; i < EVENTS; i++) {
            flow.accept(i).get(10, TimeUnit.SECONDS);
        }
        await().until(() -> flows.manager().flow("flow").inFlight() > 400);
        gate.open();
        await().untilAsserted(() -> assertThat(last)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, EVENTS).boxed().toList()));
        awaitNothingLeft();
    }

    private static final class Itself implements KeyedTask<Integer, Integer> {

        @Override
        public Object key(Integer message) {
            return message;
        }

        @Override
        public Integer apply(Integer message) {
            return message;
        }
    }
}
