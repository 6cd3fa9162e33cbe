package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.SimulatedQueue;
import io.concor.fixture.SimulatedQueue.HandOut;
import io.concor.fixture.StoredFlows;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The capacity of a durable slot whose events come from a durable slot before it. */
@Timeout(60)
class StoredCapacityTest extends StoredFlows {

    private static final int CAPACITY = 16;

    private final AtomicInteger passed = new AtomicInteger();

    private Flow<Integer, String> flow(JoinSettings first, int capacity) {
        FlowBuilder<Integer, Integer> builder =
                Flows.<Integer>create("flow").queues(store).join(first);
        FlowBuilder<Integer, Integer> begun = first.batching() == null
                ? builder.map(number -> number, "first")
                : builder.mapBatch(numbers -> numbers, "first");
        return flows.start(begun.join(SINGLE.capacity(capacity)).map(this::write, "slot"));
    }

    /** Returns how many events a full queue has at least: it waits until some more have room. */
    private static int nearly(int capacity) {
        return capacity - Math.max(1, capacity / 4) + 1;
    }

    static Stream<Arguments> firstSlots() {
        return Stream.concat(Stream.of(SINGLE, durable(JoinSettings.fixed(4))), Stream.of(SINGLE.batchSize(40)))
                .flatMap(first -> Stream.of(1, CAPACITY).map(capacity -> Arguments.of(first, capacity)));
    }

    /** Its task waits until all others are in the two queues. */
    @ParameterizedTest
    @MethodSource("firstSlots")
    void isNotExceededByEventsThatAreHandedOn(JoinSettings first, int capacity) {
        held = true;
        Flow<Integer, String> flow = flow(first, capacity);
        IntStream.range(0, EVENTS).forEach(flow::accept);
        gate.awaitReached();
        SimulatedQueue slot = store.queue("flow.slot");
        await().until(() -> slot.waiting().size() >= nearly(capacity)
                && store.queue("flow.first").inWork() == 0);
        held = false;
        gate.open();
        awaitEffects(numbers(0, EVENTS));
        assertThat(slot.mostWaiting()).isBetween(nearly(capacity), capacity);
        if (first.oneThreaded()) {
            assertThat(store.effects()).isEqualTo(numbers(0, EVENTS));
        }
        awaitNothingLeft();
    }

    @Test
    void isExceededByNoneWhileASlotIsExchanged() {
        Flow<Integer, String> flow = flow(SINGLE, CAPACITY);
        IntStream.range(0, EVENTS).forEach(flow::accept);
        for (int changes = 0; store.effects().size() < EVENTS; changes++) {
            JoinSettings next = changes % 2 == 0 ? durable(JoinSettings.fixed(2)) : SINGLE;
            flows.manager()
                    .change(ChangeRequest.put("flow", changes % 4 < 2 ? "slot" : "first", next.capacity(CAPACITY)));
            int before = store.effects().size();
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> store.effects().size() > before || before >= EVENTS);
        }
        awaitEffects(numbers(0, EVENTS));
        assertThat(store.queue("flow.slot").mostWaiting()).isLessThanOrEqualTo(CAPACITY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSlotGoesOnWhenThatBehindItMovesToMemoryOrGrows(boolean toMemory) {
        held = true;
        Flow<Integer, String> flow = flow(SINGLE, CAPACITY);
        IntStream.range(0, EVENTS).forEach(flow::accept);
        await().until(() -> store.queue("flow.slot").waiting().size() >= nearly(CAPACITY));
        JoinSettings next = toMemory ? JoinSettings.single() : SINGLE.capacity(1_024);
        flows.manager().change(ChangeRequest.put("flow", "slot", next));
        if (!toMemory) {
            await().until(() -> store.queue("flow.slot").waiting().size() == EVENTS);
        }
        held = false;
        gate.open();
        awaitEffects(numbers(0, EVENTS));
        assertThat(store.effects()).isEqualTo(numbers(0, EVENTS));
    }

    @Test
    void aStopDoesNotWaitForRoom() {
        held = true;
        Flow<Integer, String> flow = flow(SINGLE, CAPACITY);
        IntStream.range(0, EVENTS).forEach(flow::accept);
        await().until(() -> store.queue("flow.slot").waiting().size() >= nearly(CAPACITY));
        held = false;
        gate.open();
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();
        flows.manager().flow("flow").start();
        awaitEffects(numbers(0, EVENTS));
        assertThat(store.effects()).isEqualTo(numbers(0, EVENTS));
    }

    /** Who waited would keep the connection that the next slot needs to make room. */
    @Test
    void refusesAnEventInATransactionOfItsCaller() throws Throwable {
        held = true;
        Flow<Integer, String> flow = flow(SINGLE.capacity(CAPACITY));
        for (int i = 0; i < CAPACITY; i++) {
            flow.accept(i).get(10, TimeUnit.SECONDS);
        }
        Transaction full = store.transactions().begin();
        assertThatThrownBy(flow.accept(CAPACITY)::join)
                .hasCauseInstanceOf(RefusedException.class)
                .hasMessageContainingAll("'flow.slot'", "capacity, 16", "roll the transaction back");
        full.rollback();
        assertThat(flows.manager().flow("flow").summary().refusals().full()).isEqualTo(1);
        held = false;
        gate.open();
        awaitNothingLeft();
        Transaction empty = store.transactions().begin();
        CompletableFuture<?> taken = flow.accept(CAPACITY);
        empty.commit();
        taken.get(10, TimeUnit.SECONDS);
        awaitEffects(numbers(0, CAPACITY + 1));
    }

    /** An event that is about to be handed on comes before those that find the slot in memory. */
    @Test
    void keepsTheOrderOfAnEventThatIsHandedOnWhileItsSlotMovesToMemory() {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(this::passAtTwo, "first")
                .join(SINGLE)
                .map(this::write, "slot"));
        SimulatedQueue first = store.queue("flow.first");
        first.handOut(HandOut.LATER);
        IntStream.of(1, 2, 3).forEach(flow::accept);
        await().until(() -> first.waiting().size() == 3);
        first.handOut(HandOut.AT_ONCE);
        first.roomMade(); // the first two are in one transaction, or the first is handed on before
        gate.awaitReached();
        flows.manager().change(ChangeRequest.put("flow", "slot", JoinSettings.single()));
        SimulatedQueue slot = store.queue("flow.slot");
        slot.handOut(HandOut.LATER);
        gate.open();
        await().until(() -> passed.get() == 3 && first.waiting().size() <= 2); // which go on in memory
        slot.handOut(HandOut.SOON);
        slot.roomMade();
        awaitEffects(numbers(1, 4));
        assertThat(store.effects()).containsExactly("1", "2", "3");
    }

    private Integer passAtTwo(Integer number) throws InterruptedException {
        if (number == 2) {
            gate.pass();
        }
        passed.incrementAndGet();
        return number;
    }
}
