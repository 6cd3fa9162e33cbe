package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedStore.Fault;
import io.concor.fixture.StoredFlows;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code of users that runs when a store has answered, while the thread of the store serves other flows. */
@Timeout(60)
class StoredReceiptsTest extends StoredFlows {

    @Test
    void refuseTheWaitOfAThreadForItsOwnTransaction() throws Throwable {
        Flow<Integer, String> flow = flow(SINGLE);
        Transaction transaction = store.transactions().begin();
        CompletableFuture<@Nullable Void> accepted = flow.accept(1);
        assertThatThrownBy(accepted::join)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("would never end");
        assertThatThrownBy(accepted::get).isInstanceOf(IllegalStateException.class);
        transaction.commit();
        assertThat(accepted.join()).isNull();
    }

    private Flow<Integer, String> other() {
        return flows.start(Flows.<Integer>create("other")
                .queues(store)
                .maxInFlight(1)
                .join(SINGLE)
                .map(number -> "other " + number, "slot"));
    }

    @Test
    void codeThatDependsOnAPutMayWaitForAnotherFlowOfTheStore() throws Exception {
        Flow<Integer, String> other = other();
        Flow<Integer, String> flow = flow(SINGLE);
        store.queue("flow.slot").reachable(false);
        CompletableFuture<String> both = flow.accept(1).thenCompose(none -> {
            other.apply(2);
            other.apply(3); // waits until the store has the one before
            return other.submit(4);
        });
        store.queue("flow.slot").reachable(true);
        assertThat(RunningFlows.get(both)).isEqualTo("other 4");
    }

    @Test
    void codeThatDependsOnAPutInATransactionMayWaitForTheStore() throws Throwable {
        Flow<Integer, String> other = other();
        Flow<Integer, String> flow = flow(SINGLE);
        Transaction transaction = store.transactions().begin();
        CompletableFuture<String> both =
                flow.accept(1).thenApply(none -> other.submit(2).join());
        transaction.commit();
        assertThat(RunningFlows.get(both)).isEqualTo("other 2");
    }

    @Test
    void aCatchComponentForAPutThatFailedMayWaitForTheStore() throws Exception {
        Flow<Integer, String> other = other();
        Flow<Integer, String> flow =
                flows.start(builder(SINGLE).catching(error -> other.submit(2).join(), "catch"));
        store.failAt(1, Fault.BEFORE);
        assertThat(RunningFlows.get(flow.submit(1))).isEqualTo("other 2");
    }

    @Test
    void aStopWaitsForCodeThatDependsOnAPut() throws Exception {
        Flow<Integer, String> flow = flow(SINGLE);
        store.queue("flow.slot").reachable(false);
        CompletableFuture<Void> code = flow.accept(1).thenAccept(none -> pass());
        store.queue("flow.slot").reachable(true);
        gate.awaitReached();
        CompletableFuture<Boolean> stop = CompletableFuture.supplyAsync(
                () -> flows.manager().flow("flow").stop(Duration.ofSeconds(20)).clean());
        assertThatThrownBy(() -> stop.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        gate.open();
        assertThat(RunningFlows.get(stop)).isTrue();
        assertThat(code).isCompleted();
    }

    private void pass() {
        try {
            gate.pass();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
