package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.Notes;
import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.TransactionalFlows;
import io.concor.manage.ChangeRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When and where the key of an event is asked for: once, on the thread that brings it, with what belongs to the event. */
@Timeout(60)
class KeyFunctionTest extends TransactionalFlows {

    private static final String SLOT = "account";

    /** A keyed task whose key is the event itself, after a look around. */
    private record Looking(IntConsumer look) implements KeyedTask<Integer, Integer> {

        @Override
        public Object key(Integer event) {
            look.accept(event);
            return event;
        }

        @Override
        public Integer apply(Integer event) {
            return event;
        }
    }

    private static JoinSettings keyedOrSingle(Random random) {
        return random.nextBoolean() ? JoinSettings.single() : JoinSettings.keyed(1 + random.nextInt(4));
    }

    @Test
    void isAskedForOnceWhileTheJoinIsExchanged() throws Exception {
        int events = 20_000;
        AtomicIntegerArray asked = new AtomicIntegerArray(events);
        Flow<Integer, Integer> flow = flows.start(flow().maxInFlight(256)
                .join(JoinSettings.fixed(2))
                .map((Integer event) -> event, "before")
                .mapKeyed(new Looking(asked::incrementAndGet), SLOT));
        try (RandomChanges changes = new RandomChanges(flows.manager(), "flow", 7, KeyFunctionTest::keyedOrSingle)) {
            List<CompletableFuture<Integer>> results = new ArrayList<>();
            for (int event = 0; event < events; event++) {
                results.add(flow.submit(event));
            }
            for (CompletableFuture<Integer> result : results) {
                RunningFlows.get(result);
            }
            await("changes").until(() -> changes.made() > 20);
        }

        for (int event = 0; event < events; event++) {
            assertThat(asked.get(event)).as("event %d", event).isOne();
        }
    }

    /** Events that waited for the one thread of the removed join move to the ring before it and resume elsewhere than there. */
    @Test
    void seesTheThreadLocalsOfItsEventAfterAJoinBeforeWasTakenOut() throws Exception {
        Notes notes = new Notes();
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(flow().carrying(notes)
                .join(JoinSettings.fixed(2))
                .forEach(event -> notes.add("event " + event), "before")
                .join(JoinSettings.single())
                .map(
                        (Integer event) -> {
                            gate.pass();
                            return event;
                        },
                        "removed")
                .join(JoinSettings.keyed(2))
                .mapKeyed(new Looking(event -> expect("event " + event, notes.read())), SLOT));
        List<CompletableFuture<Integer>> results = new ArrayList<>();
        for (int event = 0; event < 20; event++) {
            results.add(flow.submit(event));
        }
        gate.awaitReached();
        await("the others wait")
                .until(() -> flows.manager().flow("flow").slot("removed").queueSize() == 19);

        AtomicLong moved = new AtomicLong();
        Thread changing = new Thread(() -> moved.set(
                flows.manager().change(ChangeRequest.takeOut("flow", "removed")).handedOver()));
        changing.start();
        await("the change waits for the one thread").until(() -> changing.getState() == Thread.State.TIMED_WAITING);
        gate.open();
        changing.join();

        assertThat(moved).hasValue(19);
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
    }

    @Test
    void seesTheThreadLocalsOfItsEvent() throws Exception {
        Notes notes = new Notes();
        Flow<Integer, Integer> flow = flows.start(flow().carrying(notes)
                .join(JoinSettings.fixed(2))
                .forEach(event -> notes.add("event " + event), "before")
                .join(JoinSettings.keyed(2))
                .mapKeyed(new Looking(event -> expect("event " + event, notes.read())), SLOT));

        for (int event = 0; event < 200; event++) {
            RunningFlows.get(flow.submit(event));
        }
    }

    private void expect(String note, Object seen) {
        if (!note.equals(seen)) {
            strange.add("'%s' instead of '%s'".formatted(seen, note));
        }
    }

    @Test
    void isInTheTransactionOfItsEvent() throws Exception {
        SideEffectTask<Integer> inside = inside("key");
        Flow<Integer, Integer> flow = flows.start(flow().join(JoinSettings.fixed(2))
                .forEach(inside("before"), "before")
                .join(JoinSettings.keyed(2))
                .mapKeyed(new Looking(event -> run(inside, event)), SLOT)
                .transaction("before", SLOT, transactions));

        for (int event = 0; event < 200; event++) {
            RunningFlows.get(flow.submit(event));
        }
        assertThat(transactions.committed()).isEqualTo(200);
    }

    private static void run(SideEffectTask<Integer> task, int event) {
        try {
            task.accept(event);
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }
}
