package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedQueue;
import io.concor.fixture.SimulatedQueue.HandOut;
import io.concor.fixture.TwoStoreFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A slot that moves between memory and two stores. */
@Timeout(60)
class StoreExchangeTest extends TwoStoreFlows {

    private static final int EVENTS = 6_000;
    private static final List<QueueKind> WAY = List.of(
            QueueKind.DURABLE,
            QueueKind.REMOTE,
            QueueKind.MEMORY,
            QueueKind.REMOTE,
            QueueKind.DURABLE,
            QueueKind.MEMORY);

    private final Gate gate = new Gate();
    private volatile boolean held;

    @Override
    protected void begin(Integer number) throws InterruptedException {
        if (held) {
            gate.pass();
        }
    }

    private void move(JoinSettings join, QueueKind queue) {
        flows.manager().change(moveTo(queue, join));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void movesBetweenMemoryAndTwoStoresWhileEventsFlow(JoinSettings join) throws Exception {
        Flow<Integer, Integer> flow = flow(join);
        CompletableFuture<Void> load = RunningFlows.onOwnThread(() -> {
            for (int i = 0; i < EVENTS; i++) {
                flow.apply(i);
            }
        });
        List<QueueKind> moved = new ArrayList<>();
        while (!load.isDone() || moved.size() < WAY.size()) {
            QueueKind next = WAY.get(moved.size() % WAY.size());
            move(join, next);
            moved.add(next);
            int before = ran.size();
            await().pollInterval(Duration.ofMillis(2)).until(() -> load.isDone() || ran.size() > before);
        }
        load.join();
        await().until(() -> ran.size() >= EVENTS);
        await().until(() -> flows.manager().flow("flow").inFlight() == 0);
        assertThat(ran).hasSize(EVENTS).doesNotHaveDuplicates();
        assertOrder(join);
        assertThat(database.queue("flow.slot").waiting()).isEmpty();
        assertThat(broker.queue("flow.slot").waiting()).isEmpty();
    }

    /** The store does not run empty in time: everything goes on as before, and the slot can be moved by way of memory. */
    @Test
    void keepsItsStoreIfThatDoesNotRunEmptyInTime() throws Exception {
        JoinSettings join = JoinSettings.single();
        Flow<Integer, Integer> flow = flow(join.queue(QueueKind.DURABLE));
        held = true;
        IntStream.range(0, 1_000).forEach(flow::accept);
        gate.awaitReached();
        await().until(() -> database.queue("flow.slot").depth() == 1_000);
        ChangeRequest change =
                ChangeRequest.put("flow", "slot", join.queue(QueueKind.REMOTE)).timeLimit(Duration.ofMillis(200));
        assertThatThrownBy(() -> flows.manager().change(change))
                .isInstanceOf(ChangeNotPossibleException.class)
                .hasMessageContaining("still wait in the store 'simulated' of the slot")
                .hasMessageContaining("queue: memory");
        RunningFlows.get(flow.accept(1_000));
        assertThat(database.queue("flow.slot").waiting()).hasSize(1_001);

        held = false;
        gate.open();
        await().until(() -> ran.size() == 1_001);
        move(join, QueueKind.REMOTE);
        RunningFlows.get(flow.accept(1_001));
        await().until(() -> ran.size() == 1_002);
        assertThat(List.copyOf(ran)).isSorted().doesNotHaveDuplicates();
    }

    static Stream<ChangeRequest> changesThatNeedAnEmptyStore() {
        return Stream.of(
                ChangeRequest.put("flow", "slot", JoinSettings.single().queue(QueueKind.REMOTE)),
                ChangeRequest.takeOut("flow", "slot"));
    }

    private ThrowingCallable inVain(ChangeRequest change) {
        return () -> flows.manager().change(change.timeLimit(Duration.ofMillis(100)));
    }

    /** The settings say memory: a refused change leaves it at that. */
    @ParameterizedTest
    @MethodSource("changesThatNeedAnEmptyStore")
    void goesOnToMemoryIfAChangeIsRefusedOnTheWay(ChangeRequest change) throws Exception {
        Flow<Integer, Integer> flow = flow(JoinSettings.single().queue(QueueKind.DURABLE));
        held = true;
        IntStream.range(0, 1_000).forEach(flow::accept);
        gate.awaitReached();
        await().until(() -> database.queue("flow.slot").depth() == 1_000);
        move(JoinSettings.single(), QueueKind.MEMORY);
        assertThatThrownBy(inVain(change)).hasMessageContaining("1000 events still wait");
        held = false;
        gate.open();
        await("nothing goes into the store").until(() -> {
            long before = database.calls();
            flow.submit(-1).join();
            return database.calls() == before;
        });
        assertThat(ran.stream().filter(number -> number >= 0)).hasSize(1_000).isSorted();
    }

    @ParameterizedTest
    @MethodSource("changesThatNeedAnEmptyStore")
    void aChangeThatNeedsAnEmptyStoreSaysThatItsQueueIsPaused(ChangeRequest change) throws Exception {
        Flow<Integer, Integer> flow = flow(JoinSettings.single().queue(QueueKind.DURABLE));
        database.queue("flow.slot").handOut(HandOut.PAUSED);
        RunningFlows.get(flow.accept(1));
        assertThatThrownBy(inVain(change))
                .isInstanceOf(ChangeNotPossibleException.class)
                .hasMessageContaining("is paused")
                .hasMessageContaining("Resume it first");
    }

    /** Each opens the queue of the other store, from which what is requeued there is brought, by one and the same. */
    @Test
    void refusedChangesLeaveNothingBehind() throws Exception {
        Flow<Integer, Integer> flow = flow(JoinSettings.single().queue(QueueKind.DURABLE));
        database.queue("flow.slot").handOut(HandOut.LATER);
        RunningFlows.get(flow.accept(1));
        ChangeRequest change =
                ChangeRequest.put("flow", "slot", JoinSettings.single().queue(QueueKind.REMOTE));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(inVain(change)).isInstanceOf(ChangeNotPossibleException.class);
        }
        SimulatedQueue other = broker.queue("flow.slot");
        assertThat(other.stops()).isZero();
        flow.close();
        assertThat(other.stops()).isEqualTo(2); // at the stop, and when it is closed
    }

    @Test
    void keepsItsStoreIfTheOtherCannotBeReached() throws Exception {
        JoinSettings join = JoinSettings.fixed(2);
        Flow<Integer, Integer> flow = flow(join.queue(QueueKind.DURABLE));
        broker.refuseToOpen();
        assertThatThrownBy(() -> move(join, QueueKind.REMOTE))
                .isInstanceOf(ChangeNotPossibleException.class)
                .hasMessageContaining("open failed");
        RunningFlows.get(flow.accept(1));
        await().until(() -> ran.contains(1));
    }

    /** A dead letter of the former store comes back to the component when it is requeued. */
    @Test
    void bringsBackWhatIsRequeuedInTheFormerStore() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(database)
                .remoteQueues(broker)
                .join(JoinSettings.fixed(2).queue(QueueKind.DURABLE))
                .map(
                        number -> {
                            if (number == 1 && !held) {
                                throw new IllegalStateException("not yet");
                            }
                            return run(number);
                        },
                        "slot"));
        flow.accept(1);
        await().until(() -> database.queue("flow.slot").dead().size() == 1);
        move(JoinSettings.fixed(2), QueueKind.REMOTE);
        gate.open();
        held = true;
        database.queue("flow.slot").requeueDead();
        RunningFlows.get(flow.accept(2));
        await().untilAsserted(() -> assertThat(ran).containsExactlyInAnyOrder(1, 2));
    }

    /** What an earlier run has left in one store is handled although the slot uses the other now. */
    @Test
    void handlesWhatAnotherStoreHasLeft() throws Exception {
        Flow<Integer, Integer> flow = flow(JoinSettings.single().queue(QueueKind.DURABLE));
        held = true;
        flow.accept(1);
        gate.awaitReached();
        RunningFlows.get(flow.accept(2));
        flows.manager().flow("flow").stop(Duration.ZERO);
        flow.close();
        held = false;
        gate.open();
        Flow<Integer, Integer> next = flowWithTheOtherStore();
        RunningFlows.get(next.accept(3));
        await().untilAsserted(() -> assertThat(ran).containsExactlyInAnyOrder(1, 2, 3));
        next.close();
    }

    private Flow<Integer, Integer> flowWithTheOtherStore() {
        return Flows.<Integer>create("flow")
                .queues(database)
                .remoteQueues(broker)
                .join(JoinSettings.single().queue(QueueKind.REMOTE))
                .map(this::run, "slot")
                .build();
    }
}
