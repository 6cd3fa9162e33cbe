package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.SimulatedQueue;
import io.concor.fixture.SimulatedQueue.HandOut;
import io.concor.fixture.StoredFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A person has paused the queue of a slot whose events are to wait in memory: its callers do not wait for that person. */
@Timeout(60)
class StoredPauseTest extends StoredFlows {

    private final Flow<Integer, String> flow = flow(SINGLE);
    private final SimulatedQueue queue = store.queue("flow.slot");

    private void keepInMemory() {
        flows.manager().change(ChangeRequest.put("flow", "slot", SINGLE.queue(QueueKind.MEMORY)));
    }

    private void resume() {
        queue.handOut(HandOut.SOON);
        queue.roomMade();
    }

    @Test
    void eventsAreStoredUntilItIsResumed() throws Exception {
        queue.handOut(HandOut.PAUSED);
        flow.accept(1).get(10, TimeUnit.SECONDS);
        keepInMemory();
        flow.accept(2).get(10, TimeUnit.SECONDS);
        assertThat(queue.waiting()).hasSize(2);
        resume();
        awaitEffects(List.of("1", "2"));
        assertThat(flow.submit(3).join()).isEqualTo("done 3");
        assertOrder(SINGLE);
    }

    @Test
    void eventsAreStoredThatWereHeldBackBefore() throws Exception {
        queue.handOut(HandOut.LATER);
        flow.accept(1).get(10, TimeUnit.SECONDS);
        keepInMemory();
        CompletableFuture<@Nullable Void> heldBack = flow.accept(2);
        queue.handOut(HandOut.PAUSED);
        heldBack.get(10, TimeUnit.SECONDS);
        flow.accept(3).get(10, TimeUnit.SECONDS);
        await().untilAsserted(() -> assertThat(queue.waiting()).hasSize(3));
        resume();
        awaitEffects(List.of("1", "2", "3"));
        assertOrder(SINGLE);
    }

    @Test
    void aSlotThatIsToBecomeEmptyNeedsItResumed() throws Exception {
        queue.handOut(HandOut.PAUSED);
        flow.accept(1).get(10, TimeUnit.SECONDS);
        ChangeRequest takeOut = ChangeRequest.takeOut("flow", "slot").timeLimit(Duration.ofMillis(100));
        assertThatThrownBy(() -> flows.manager().change(takeOut))
                .isInstanceOf(ChangeNotPossibleException.class)
                .hasMessageContaining("is paused")
                .hasMessageContaining("Resume it first");
    }
}
