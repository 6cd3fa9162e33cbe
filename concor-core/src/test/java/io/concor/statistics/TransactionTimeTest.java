package io.concor.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.EventTimeoutException;
import io.concor.Flow;
import io.concor.FlowStoppedException;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.fixture.Gate;
import io.concor.fixture.HookedTransaction;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.TransactionalFlows;
import io.concor.time.FlowTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What time does to transactions: timeouts, stops, and how long they take themselves. */
@Timeout(60)
class TransactionTimeTest extends TransactionalFlows {

    /** Long enough for a few tasks on a machine that has other things to do. */
    private static final Duration TIMEOUT = Duration.ofMillis(200);

    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    @Test
    void isRolledBackWhenTheTimeIsOverInATransition() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .<Integer>bind((event, never) -> {}, "cross")
                .timeout(TIMEOUT)
                .transaction("from", "cross", transactions));
        assertThat(RunningFlows.errorOf(flow.submit(1))).isInstanceOf(EventTimeoutException.class);
        assertThat(transactions.rolledBack()).isOne();
    }

    @Test
    void isRolledBackWhenTheTimeIsOverInAQueue() throws Exception {
        Gate gate = new Gate();
        AtomicBoolean first = new AtomicBoolean(true);
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .join(JoinSettings.single())
                .forEach(
                        event -> {
                            if (first.getAndSet(false)) {
                                gate.pass();
                            }
                        },
                        "to")
                .timeout(TIMEOUT)
                .transaction("from", "to", transactions));
        CompletableFuture<Integer> slow = flow.submit(1);
        gate.awaitReached();
        CompletableFuture<Integer> queued = flow.submit(2);
        awaitOld();
        gate.open();
        assertThat(RunningFlows.errorOf(queued)).isInstanceOf(EventTimeoutException.class);
        assertThat(RunningFlows.errorOf(slow)).isInstanceOf(EventTimeoutException.class);
        assertThat(transactions.rolledBack()).isEqualTo(2);
    }

    @Test
    void isRolledBackWhenTheTimeIsOverInItsLastComponent() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .forEach(event -> awaitOld(), "to")
                .forEach(event -> strange.add("run behind a timeout"), "behind")
                .timeout(TIMEOUT)
                .transaction("from", "to", transactions));
        assertThat(RunningFlows.errorOf(flow.submit(1))).isInstanceOf(EventTimeoutException.class);
        assertThat(transactions.rolledBack()).isOne();
    }

    @Test
    void isRolledBackWhenTheTimeIsOverInATransitionThatIsItsLastComponent() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().<Integer>bind(
                        (event, back) -> {
                            awaitOld();
                            back.complete(event);
                        },
                        "cross")
                .timeout(TIMEOUT)
                .transaction("cross", "cross", transactions));
        assertThat(RunningFlows.errorOf(flow.submit(1))).isInstanceOf(EventTimeoutException.class);
        assertThat(transactions.rolledBack()).isOne();
    }

    @Test
    void isRolledBackWhenTheFlowIsStoppedInItsLastComponent() throws Exception {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(flow().join(JoinSettings.single())
                .forEach(event -> gate.passStubbornly(), "only")
                .transaction("only", "only", transactions));
        CompletableFuture<Integer> result = flow.submit(1);
        gate.awaitReached();
        flows.manager().flow("flow").stop(Duration.ofMillis(10));
        assertThat(RunningFlows.errorOf(result)).isInstanceOf(FlowStoppedException.class);
        assertThat(transactions.rolledBack()).isZero();

        gate.open();

        await("the task has come back").until(() -> transactions.rolledBack() == 1);
        assertThat(transactions.committed()).isZero();
    }

    @Test
    void isRolledBackByAStopIfItsEventWaitsForATaskThatDoesNotReturn() throws Exception {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .join(JoinSettings.single())
                .forEach(event -> gate.passStubbornly(), "to")
                .transaction("from", "to", transactions));
        flow.apply(1);
        gate.awaitReached();
        CompletableFuture<Integer> waiting = flow.submit(2);

        flows.manager().flow("flow").stop(Duration.ofMillis(10));

        assertThat(RunningFlows.errorOf(waiting)).isInstanceOf(FlowStoppedException.class);
        assertThat(transactions.rolledBack()).isOne();
        gate.open();
        await("both have left")
                .until(() -> flows.manager().flow("flow").summary().inFlight() == 0);
        assertThat(transactions.rolledBack()).isEqualTo(2);
    }

    @Test
    void wasInTimeHoweverLongItsCommitTakes() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("only"), "only")
                .timeout(TIMEOUT)
                .transaction(
                        "only",
                        "only",
                        () -> HookedTransaction.beforeCommit(transactions.begin(), TransactionTimeTest::awaitOld)));
        assertThat(RunningFlows.get(flow.submit(1))).isOne();
        assertThat(transactions.committed()).isOne();
    }

    /** With and without an observer of the events. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsAsTimeOfItsFirstAndItsLastComponent(boolean observed) throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .forEach(inside("to"), "to")
                .forEach(outside("behind"), "behind")
                .sampling(new Sampling(true, 1, 1))
                .transaction("from", "to", () -> {
                    LockSupport.parkNanos(SLOW_NANOS);
                    return HookedTransaction.beforeCommit(
                            transactions.begin(), () -> LockSupport.parkNanos(SLOW_NANOS));
                }));
        if (observed) {
            flows.manager().flow("flow").observe(() -> new EventObserver.EventObservation() {});
        }
        RunningFlows.get(flow.submit(1));

        List<FlowStatistics.ComponentFigures> times =
                flows.manager().flow("flow").statistics().sinceStart().components();
        double slowMicros = SLOW_NANOS * 0.98 / 1_000;
        assertThat(times.get(0).service().maxMicros()).isGreaterThan(slowMicros);
        assertThat(times.get(1).service().maxMicros()).isGreaterThan(slowMicros);
        assertThat(times.get(2).service().maxMicros()).isLessThan(slowMicros);
    }

    /** Until an event that entered before is over its time. */
    private static void awaitOld() {
        FlowTime.awaitTimeout(TIMEOUT.multipliedBy(2));
    }

    @Test
    void isRolledBackWhenTheFlowIsStoppedBeforeItsEnd() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .<Integer>bind((event, never) -> {}, "cross")
                .forEach(inside("to"), "to")
                .transaction("from", "to", transactions));
        CompletableFuture<Integer> result = flow.submit(1);
        flows.manager().flow("flow").stop(Duration.ofMillis(10));
        assertThat(RunningFlows.errorOf(result)).isInstanceOf(FlowStoppedException.class);
        assertThat(transactions.rolledBack()).isOne();
    }
}
