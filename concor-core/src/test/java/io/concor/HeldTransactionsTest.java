package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.HookedTransaction;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.WatchedTransactions;
import io.concor.statistics.SampleListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long transactions are held is reported for every event, sampled or not. */
class HeldTransactionsTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final List<String> reported = new CopyOnWriteArrayList<>();

    private Flow<String, String> flow(Transactions transactions) {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .sampling(new Sampling(false, 3, 128))
                .map((String m) -> m, "before")
                .map((String m) -> m, "first")
                .map((String m) -> String.valueOf(Integer.parseInt(m)), "last")
                .transaction("first", "last", transactions));
        flows.manager().flow("flow").listen(new SampleListener() {
            @Override
            public void onTransaction(int from, Transaction.Outcome outcome, long nanos) {
                assertThat(nanos).isPositive();
                reported.add(from + " " + outcome);
            }
        });
        return flow;
    }

    @Test
    void areReportedWithTheirOutcome() throws Exception {
        Flow<String, String> flow = flow(new WatchedTransactions());

        RunningFlows.get(flow.submit("1"));
        RunningFlows.errorOf(flow.submit("two"));

        assertThat(reported).containsExactly("1 committed", "1 rolled-back");
    }

    @Test
    void areReportedAsFailedIfTheyCannotBeCommitted() throws Exception {
        WatchedTransactions transactions = new WatchedTransactions();
        Flow<String, String> flow = flow(
                () -> HookedTransaction.refusing(transactions.begin(), new IllegalStateException("refused"), () -> {}));

        RunningFlows.errorOf(flow.submit("1"));

        assertThat(reported).containsExactly("1 failed");
    }

    @Test
    void areReportedAsFailedIfTheyCannotBegin() throws Exception {
        Flow<String, String> flow = flow(() -> {
            throw new IllegalStateException("no connection");
        });

        RunningFlows.errorOf(flow.submit("1"));

        assertThat(reported).containsExactly("1 failed");
    }
}
