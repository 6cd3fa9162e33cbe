package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.Gate;
import io.concor.fixture.HookedTransaction;
import io.concor.fixture.RecordedBatches;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.TransactionalFlows;
import io.concor.layout.StopReport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One transaction for each call of a batch task. */
@Timeout(60)
class BatchTransactionTest extends TransactionalFlows {

    private static final String SLOT = "writer";
    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    private Flow<Integer, Integer> start(BatchErrors errors, RecordedBatches task, Transactions manager) {
        return flows.start(flow().forEach(outside("before"), "before")
                .join(JoinSettings.batch(10).batchErrors(errors))
                .mapBatch(task, SLOT)
                .forEach(outside("after"), "after")
                .transaction(SLOT, SLOT, manager));
    }

    /** The first event has a transaction of its own. */
    private static List<CompletableFuture<Integer>> together(
            Flow<Integer, Integer> flow, RecordedBatches held, Integer... events) {
        flow.apply(RecordedBatches.HELD);
        held.gate().awaitReached();
        List<CompletableFuture<Integer>> results =
                Stream.of(events).map(flow::submit).toList();
        held.gate().open();
        return results;
    }

    private RecordedBatches failingWith(Integer bad) {
        return new RecordedBatches(messages -> {
            if (transactions.present() == null) {
                strange.add("a batch without a transaction");
            }
            if (messages.contains(bad)) {
                throw BROKEN;
            }
            return messages;
        });
    }

    @Test
    void isCommittedOnceForTheWholeBatchBeforeTheResults() throws Exception {
        RecordedBatches task = failingWith(null);
        List<CompletableFuture<Integer>> results = together(start(BatchErrors.FAIL, task, transactions), task, 1, 2, 3);

        int committed = RunningFlows.get(results.get(0).thenApply(event -> transactions.committed()));
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
        assertThat(committed).isEqualTo(2);
        assertThat(transactions.begun()).isEqualTo(2);
    }

    @Test
    void isRolledBackWhenTheTaskThrows() throws Exception {
        RecordedBatches task = failingWith(2);
        for (CompletableFuture<Integer> result : together(start(BatchErrors.FAIL, task, transactions), task, 1, 2, 3)) {
            assertThat(RunningFlows.errorOf(result)).isSameAs(BROKEN);
        }
        assertThat(transactions.rolledBack()).isEqualTo(1);
    }

    @Test
    void eachAttemptOfASplitBatchHasATransactionOfItsOwn() throws Exception {
        RecordedBatches task = failingWith(2);
        List<CompletableFuture<Integer>> results =
                together(start(BatchErrors.SPLIT, task, transactions), task, 1, 2, 3, 4);

        assertThat(RunningFlows.get(results.get(0))).isEqualTo(1);
        assertThat(RunningFlows.errorOf(results.get(1))).isSameAs(BROKEN);
        assertThat(RunningFlows.get(results.get(2))).isEqualTo(3);
        assertThat(RunningFlows.get(results.get(3))).isEqualTo(4);
        assertThat(transactions.rolledBack()).as("(1 2 3 4), (1 2), (2)").isEqualTo(3);
        assertThat(transactions.committed()).as("the held one, (1), (3 4)").isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(BatchErrors.class)
    void aFailedCommitFailsAllEventsAndIsNotRepeated(BatchErrors errors) throws Exception {
        RecordedBatches task = failingWith(null);
        Transactions refusing = () -> {
            Transaction begun = transactions.begin();
            return transactions.begun() == 1 ? begun : HookedTransaction.refusing(begun, BROKEN, () -> {});
        };
        for (CompletableFuture<Integer> result : together(start(errors, task, refusing), task, 1, 2)) {
            assertThat(RunningFlows.errorOf(result)).isSameAs(BROKEN);
        }
        assertThat(task.calls()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(BatchErrors.class)
    void withoutATransactionTheTaskIsNotCalled(BatchErrors errors) throws Exception {
        RecordedBatches task = failingWith(null);
        Transactions unavailable = () -> {
            if (transactions.begun() == 1) {
                throw BROKEN;
            }
            return transactions.begin();
        };
        for (CompletableFuture<Integer> result : together(start(errors, task, unavailable), task, 1, 2)) {
            assertThat(RunningFlows.errorOf(result)).isSameAs(BROKEN);
        }
        assertThat(task.calls()).isEmpty();
    }

    @Test
    void aListOfAnotherSizeIsRolledBack() throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> List.of());
        for (CompletableFuture<Integer> result : together(start(BatchErrors.FAIL, task, transactions), task, 1, 2)) {
            assertThat(RunningFlows.errorOf(result)).isInstanceOf(BatchResultException.class);
        }
        assertThat(transactions.rolledBack()).isEqualTo(1);
    }

    @Test
    void aBatchThatAStopTimesOutIsRolledBack() throws Exception {
        Gate gate = new Gate();
        RecordedBatches task = new RecordedBatches(messages -> {
            gate.passStubbornly();
            return messages;
        });
        Flow<Integer, Integer> flow = start(BatchErrors.FAIL, task, transactions);
        List<CompletableFuture<Integer>> results = together(flow, task, 1, 2);
        gate.awaitReached();

        CompletableFuture<StopReport> stop =
                CompletableFuture.supplyAsync(() -> flows.manager().flow("flow").stop(Duration.ofMillis(1)));
        for (CompletableFuture<Integer> result : results) {
            assertThat(RunningFlows.errorOf(result)).isInstanceOf(FlowStoppedException.class);
        }
        gate.open();
        RunningFlows.get(stop);
        org.awaitility.Awaitility.await("the rollback").until(() -> transactions.rolledBack() == 1);
    }
}
