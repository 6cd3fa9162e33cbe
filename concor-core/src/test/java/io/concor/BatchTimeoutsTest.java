package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.fixture.Gate;
import io.concor.fixture.RecordedBatches;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.WatchedTransactions;
import io.concor.time.FlowTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Single events of a batch time out. */
@Timeout(60)
class BatchTimeoutsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final RecordedBatches batches = new RecordedBatches();

    private static FlowBuilder<Integer, Integer> flow() {
        return Flows.<Integer>create("flow").timeout(TIMEOUT);
    }

    @Test
    void anEventThatTimedOutBeforeTheCallIsNotHandedOver() throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(flow().join(JoinSettings.batch(5)).mapBatch(batches, "writer"));
        flow.apply(RecordedBatches.HELD);
        batches.gate().awaitReached();
        CompletableFuture<Integer> late = flow.submit(1);
        FlowTime.awaitTimeout(TIMEOUT.multipliedBy(2));
        CompletableFuture<Integer> inTime = flow.submit(2);
        batches.gate().open();

        assertThat(RunningFlows.errorOf(late)).isInstanceOf(EventTimeoutException.class);
        assertThat(RunningFlows.get(inTime)).isEqualTo(2);
        assertThat(batches.calls()).containsExactly(List.of(2));
    }

    @Test
    void anOldEventWaitsForOthersForHalfOfTheTimeThatItHasLeft() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .timeout(Duration.ofMillis(2_000))
                .forEach(event -> FlowTime.awaitTimeout(Duration.ofMillis(1_000)), "slow")
                .join(JoinSettings.batch(5).linger(Duration.ofMillis(1_900)))
                .mapBatch(batches, "writer"));

        assertThat(RunningFlows.get(flow.submit(1))).isEqualTo(1);
        assertThat(batches.calls()).containsExactly(List.of(1));
    }

    @Test
    void anEventBehindACallThatDoesNotReturnTimesOut() throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(flow().join(JoinSettings.batch(5)).mapBatch(batches, "writer"));
        flow.apply(RecordedBatches.HELD);
        batches.gate().awaitReached();

        assertThat(RunningFlows.errorOf(flow.submit(1))).isInstanceOf(EventTimeoutException.class);
        batches.gate().open();
        assertThat(RunningFlows.get(flow.submit(2))).isEqualTo(2);
        assertThat(batches.calls()).containsExactly(List.of(2));
    }

    @Test
    void anEventThatTimesOutDuringTheCallFailsAlone() throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(flow().join(JoinSettings.batch(2)).mapBatch(batches, "writer"));
        CompletableFuture<Integer> held = flow.submit(RecordedBatches.HELD);
        batches.gate().awaitReached();
        FlowTime.awaitTimeout(TIMEOUT.multipliedBy(2));
        CompletableFuture<Integer> next = flow.submit(1);
        batches.gate().open();

        assertThat(RunningFlows.errorOf(held)).isInstanceOf(EventTimeoutException.class);
        assertThat(RunningFlows.get(next)).isEqualTo(1);
    }

    /** Each batch but the first is held by a gate until enough time has passed. */
    private Flow<Integer, Integer> startInTransaction(Duration timeout, Gate gate, WatchedTransactions transactions) {
        RecordedBatches held = new RecordedBatches(messages -> {
            gate.pass();
            return messages;
        });
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .timeout(timeout)
                .join(JoinSettings.batch(5))
                .mapBatch(held, "writer")
                .map((Integer event) -> event, "after")
                .transaction("writer", "writer", transactions));
        flow.apply(RecordedBatches.HELD);
        held.gate().awaitReached();
        openLater = held.gate();
        return flow;
    }

    private Gate openLater = new Gate();

    @Test
    void aBatchWhoseEventsHaveAllTimedOutIsRolledBack() throws Exception {
        WatchedTransactions transactions = new WatchedTransactions();
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = startInTransaction(TIMEOUT, gate, transactions);
        CompletableFuture<Integer> first = flow.submit(1);
        CompletableFuture<Integer> second = flow.submit(2);
        openLater.open();
        gate.awaitReached();
        FlowTime.awaitTimeout(TIMEOUT.multipliedBy(2));
        gate.open();

        assertThat(RunningFlows.errorOf(first)).isInstanceOf(EventTimeoutException.class);
        assertThat(RunningFlows.errorOf(second)).isInstanceOf(EventTimeoutException.class);
        assertThat(transactions.rolledBack()).isEqualTo(1);
    }

    @Test
    @Tag("full")
    void anEventThatTimesOutDuringTheCallIsCommittedWithTheOthers() throws Exception {
        WatchedTransactions transactions = new WatchedTransactions();
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = startInTransaction(Duration.ofSeconds(3), gate, transactions);
        CompletableFuture<Integer> early = flow.submit(1);
        FlowTime.awaitTimeout(Duration.ofMillis(2_000));
        CompletableFuture<Integer> late = flow.submit(2);
        openLater.open();
        gate.awaitReached();
        FlowTime.awaitTimeout(Duration.ofMillis(1_500));
        gate.open();

        assertThat(RunningFlows.errorOf(early)).isInstanceOf(EventTimeoutException.class);
        assertThat(RunningFlows.get(late)).isEqualTo(2);
        assertThat(transactions.rolledBack()).isZero();
        assertThat(transactions.committed()).isEqualTo(2);
    }

    @Test
    void aLingerBeyondTheTimeoutIsRefused() {
        assertThatThrownBy(() -> flow().join(JoinSettings.batch(5).linger(TIMEOUT))
                        .mapBatch(batches, "writer")
                        .build())
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("slot 'writer', linger: events that wait 1s for a batch time out after 1s")
                .hasMessageContaining("less than 1s, the flow's timeout");
    }
}
