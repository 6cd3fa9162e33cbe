package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.manage.ChangeRequest;
import io.concor.manage.UnknownNameException;
import io.concor.statistics.BatchDecision;
import io.concor.statistics.FlowStatistics.BatchFigures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The number of events in a batch follows a target in a flow. */
@Timeout(60)
class BatchTargetTest {

    private static final String SLOT = "writer";
    private static final JoinSettings JOIN = JoinSettings.batch(200).batchTarget(Duration.ofMillis(200));

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private volatile boolean sending = true;

    /** As a database does: some time for each call, and little for each row. */
    private static List<Integer> write(List<Integer> rows) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2) + rows.size() * TimeUnit.MICROSECONDS.toNanos(10));
        return rows;
    }

    private Flow<Integer, Integer> start(JoinSettings join) {
        return flows.start(Flows.<Integer>create("flow").join(join).mapBatch(BatchTargetTest::write, SLOT));
    }

    private BatchFigures figures() {
        return flows.manager().flow("flow").statistics().window().slots().get(0).batches();
    }

    @Test
    void growsUnderLoadWithoutAnotherLayout() throws Exception {
        Flow<Integer, Integer> flow = start(JOIN);
        assertThat(figures().limit()).isEqualTo(10);

        CompletableFuture<Void> sender = RunningFlows.onOwnThread(() -> {
            for (int event = 0; sending; event++) {
                flow.apply(event);
            }
        });
        await("larger batches")
                .atMost(Duration.ofSeconds(30))
                .until(() -> figures().limit() > 20);
        List<BatchDecision> decisions = flows.manager().flow("flow").batchDecisions(SLOT);
        flows.manager().change(ChangeRequest.put("flow", SLOT, JOIN.batchTarget(null)));
        assertThat(figures().limit()).isEqualTo(200);
        sending = false;
        RunningFlows.get(sender);

        BatchDecision first = decisions.get(decisions.size() - 1);
        assertThat(first.from()).isEqualTo(10);
        assertThat(first.reason()).isEqualTo("events are left behind");
        assertThat(first.p95Micros()).isGreaterThan(2_000);
        assertThat(first.fixedMicros() + 10 * first.perEventMicros()).isGreaterThan(1_900);
        assertThat(flows.manager().flow("flow").layout().version())
                .as("only the change")
                .isEqualTo(2);
    }

    @Test
    void keepsItsSizeWhenItsPoolIsExchanged() {
        start(JOIN);
        flows.manager().change(ChangeRequest.put("flow", SLOT, JOIN.threads(3)));
        flows.manager().change(ChangeRequest.put("flow", SLOT, JOIN.batchSize(5)));

        assertThat(figures().limit()).as("within its bound").isEqualTo(5);
    }

    @Test
    void thereAreNoDecisionsWhereNoneAreMade() {
        start(JoinSettings.batch(10));

        assertThat(flows.manager().flow("flow").batchDecisions(SLOT)).isEmpty();
        assertThatThrownBy(() -> flows.manager().flow("flow").batchDecisions("unknown"))
                .isInstanceOf(UnknownNameException.class);
    }
}
