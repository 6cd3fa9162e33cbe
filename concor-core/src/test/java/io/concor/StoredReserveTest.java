package io.concor;

import static org.awaitility.Awaitility.await;

import io.concor.fixture.SimulatedQueue;
import io.concor.fixture.SimulatedQueue.HandOut;
import io.concor.fixture.SimulatedStore;
import io.concor.fixture.StoredFlows;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots of two stores, whose events have contexts of one reserve. */
@Timeout(60)
class StoredReserveTest extends StoredFlows {

    private static final int MORE = 3_000;

    private final SimulatedStore broker = new SimulatedStore();

    @AfterEach
    void closeBroker() {
        broker.close();
    }

    private FlowBuilder<Integer, String> builder(boolean memoryBetween) {
        FlowBuilder<Integer, Integer> first = Flows.<Integer>create("flow")
                .queues(store)
                .remoteQueues(broker)
                .join(SINGLE.capacity(4_096))
                .map(number -> number, "first");
        FlowBuilder<Integer, Integer> next =
                memoryBetween ? first.join(JoinSettings.single()).map(number -> number, "between") : first;
        return next.join(JoinSettings.single().queue(QueueKind.REMOTE).capacity(16))
                .map(this::write, "slot");
    }

    /** The later slot is full, and needs contexts to get empty. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eventsThatWaitForRoomInAnotherStoreLeaveContextsToIt(boolean memoryBetween) {
        Flow<Integer, String> flow = flows.start(builder(memoryBetween));
        SimulatedQueue slot = broker.queue("flow.slot");
        slot.bound();
        slot.handOut(HandOut.LATER);
        SimulatedQueue first = store.queue("flow.first");
        IntStream.range(0, MORE).mapToObj(flow::accept).toList().forEach(CompletableFuture::join);
        await("no more come out of the first").until(() -> first.refusals() > 0 && first.inWork() > 900);
        slot.handOut(HandOut.SOON);
        slot.roomMade();
        awaitEffects(numbers(0, MORE));
    }
}
