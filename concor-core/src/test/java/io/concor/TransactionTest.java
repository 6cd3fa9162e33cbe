package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One transaction for each event, from one component to another, whatever threads run them. */
@Timeout(60)
class TransactionTest {

    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final WatchedTransactions transactions = new WatchedTransactions();
    private final AtomicInteger others = new AtomicInteger();
    private final Queue<String> strange = new ConcurrentLinkedQueue<>();

    static Stream<JoinSettings> pools() {
        return PoolContractTest.pools();
    }

    @AfterEach
    void noTransactionWasOnTwoThreadsOrIsLeft() {
        assertThat(transactions.violations()).isEmpty();
        assertThat(strange).isEmpty();
        assertThat(transactions.present()).isNull();
        assertThat(transactions.committed() + transactions.rolledBack()).isEqualTo(transactions.begun());
    }

    private static FlowBuilder<Integer, Integer> flow() {
        return Flows.create("flow");
    }

    private SideEffectTask<Integer> inside(String name) {
        return event -> {
            if (transactions.present() == null) {
                strange.add(name + " is run without a transaction");
            }
        };
    }

    private SideEffectTask<Integer> outside(String name) {
        return event -> {
            if (transactions.present() != null) {
                strange.add(name + " is run in a transaction");
            }
        };
    }

    private FlowBuilder<Integer, Integer> threeInScope(JoinSettings settings) {
        return flow().forEach(outside("before"), "before")
                .join(settings)
                .forEach(inside("from"), "from")
                .join(settings)
                .forEach(inside("middle"), "middle")
                .join(settings)
                .forEach(inside("to"), "to")
                .forEach(outside("behind"), "behind")
                .transaction("from", "to", transactions);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void spansTheStagesFromOneComponentToAnother(JoinSettings settings) throws Exception {
        Flow<Integer, Integer> flow = flows.start(threeInScope(settings));
        List<CompletableFuture<Integer>> results = new ArrayList<>();
        for (int event = 0; event < 300; event++) {
            results.add(flow.submit(event));
        }
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
        assertThat(transactions.committed()).isEqualTo(300);
    }

    @Test
    void isCommittedBeforeAnybodyHearsOfTheResult() throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(flow().forEach(inside("only"), "only").transaction("only", "only", transactions));
        int committed = RunningFlows.get(flow.submit(1).thenApply(event -> transactions.committed()));
        assertThat(committed).isOne();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void isRolledBackWhenAComponentFails(JoinSettings settings) throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().join(settings)
                .forEach(inside("from"), "from")
                .join(settings)
                .<Integer>map(
                        event -> {
                            throw BROKEN;
                        },
                        "fails")
                .forEach(inside("to"), "to")
                .catching(
                        error -> {
                            outside("catch").accept(0);
                            return transactions.rolledBack();
                        },
                        "catch")
                .transaction("from", "to", transactions));
        assertThat(RunningFlows.get(flow.submit(1))).isOne();
        assertThat(transactions.committed()).isZero();
    }

    @Test
    void isNotBegunForAnEventThatHasAnError() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().<Integer>map(
                        event -> {
                            throw BROKEN;
                        },
                        "fails")
                .forEach(inside("only"), "only")
                .transaction("only", "only", transactions));
        assertThat(RunningFlows.errorOf(flow.submit(1))).isSameAs(BROKEN);
        assertThat(transactions.begun()).isZero();
    }

    @Test
    void isANewOneForACatchComponentWithinTheScopeAndWhatFollows() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .<Integer>map(
                        event -> {
                            throw BROKEN;
                        },
                        "fails")
                .catching(
                        error -> {
                            inside("catch").accept(0);
                            return transactions.rolledBack();
                        },
                        "catch")
                .forEach(inside("to"), "to")
                .forEach(outside("behind"), "behind")
                .transaction("from", "to", transactions));
        assertThat(RunningFlows.get(flow.submit(1))).isOne();
        assertThat(transactions.committed()).isOne();
    }

    @Test
    void aCommitThatFailsIsAnErrorOfTheEvent() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("only"), "only")
                .forEach(event -> strange.add("run behind a commit that failed"), "behind")
                .transaction("only", "only", ending(BROKEN, () -> {})));
        assertThat(RunningFlows.errorOf(flow.submit(1))).isSameAs(BROKEN);
    }

    @Test
    void aBeginThatFailsIsAnErrorOfTheEventAndTheTaskIsNotRun() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(event -> strange.add("run"), "only")
                .catching(error -> error == BROKEN ? 1 : 0, "catch")
                .transaction("only", "only", () -> {
                    throw BROKEN;
                }));
        assertThat(RunningFlows.get(flow.submit(1))).isOne();
    }

    @Test
    void aBeginThatFailsBeforeACatchKeepsWhatTheEventFailedWith() throws Exception {
        IllegalArgumentException first = new IllegalArgumentException("first");
        Flow<Integer, Integer> flow = flows.start(flow().<Integer>map(
                        event -> {
                            throw first;
                        },
                        "fails")
                .catching(error -> strange.add("run") ? 0 : 1, "catch")
                .transaction("catch", "catch", () -> {
                    throw new IllegalStateException("no connection");
                }));
        assertThat(RunningFlows.errorOf(flow.submit(1)))
                .hasMessage("no connection")
                .hasSuppressedException(first);
    }

    @Test
    void aRollbackThatFailsIsKeptBesideTheEventsError() throws Exception {
        IllegalArgumentException connection = new IllegalArgumentException("connection lost");
        IllegalStateException failure = new IllegalStateException("failure");
        Flow<Integer, Integer> flow = flows.start(flow().<Integer>map(
                        event -> {
                            throw failure;
                        },
                        "only")
                .transaction("only", "only", ending(BROKEN, () -> {
                    throw connection;
                })));
        assertThat(RunningFlows.errorOf(flow.submit(1))).isSameAs(failure).hasSuppressedException(connection);
    }

    /** The watched ones, which fail when they have ended. */
    private Transactions ending(Throwable commit, RunningFlows.ThrowingBody afterRollback) {
        return () -> HookedTransaction.refusing(transactions.begin(), commit, afterRollback);
    }

    @Test
    void goesAlongThroughATransitionAnsweredAtAnyMoment() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().join(JoinSettings.fixed(2))
                .forEach(inside("from"), "from")
                .<Integer>bind(
                        (event, back) -> {
                            new Thread(() -> back.complete(event)).start();
                            inside("task").accept(event);
                        },
                        "cross")
                .forEach(inside("to"), "to")
                .forEach(outside("behind"), "behind")
                .transaction("from", "to", transactions));
        for (int event = 0; event < 500; event++) {
            RunningFlows.get(flow.submit(event));
        }
        assertThat(transactions.committed()).isEqualTo(500);
    }

    @Test
    void endsBehindATransition() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().<Integer>bind(
                        (event, back) -> {
                            if (event < 0) {
                                back.fail(BROKEN);
                            } else {
                                new Thread(() -> back.complete(event)).start();
                            }
                        },
                        "cross")
                .forEach(outside("behind"), "behind")
                .transaction("cross", "cross", transactions));
        RunningFlows.get(flow.submit(1));
        assertThat(transactions.committed()).isOne();
        assertThat(RunningFlows.errorOf(flow.submit(-1))).isSameAs(BROKEN);
        assertThat(transactions.rolledBack()).isOne();
    }

    @Test
    void isRolledBackWhenTheTimeIsOverInATransition() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .<Integer>bind((event, never) -> {}, "cross")
                .timeout(Duration.ofMillis(20))
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
                .timeout(Duration.ofMillis(20))
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
                .timeout(Duration.ofMillis(20))
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
                .timeout(Duration.ofMillis(20))
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
        flows.manager().stop("flow", Duration.ofMillis(10));
        assertThat(RunningFlows.errorOf(result)).isInstanceOf(FlowStoppedException.class);
        assertThat(transactions.rolledBack()).isZero();

        gate.open();

        await("the task has come back").until(() -> transactions.rolledBack() == 1);
        assertThat(transactions.committed()).isZero();
    }

    @Test
    void isRolledBackByAStopWhereItsEventWaitsBehindATaskThatDoesNotComeBack() throws Exception {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .join(JoinSettings.single())
                .forEach(event -> gate.passStubbornly(), "to")
                .transaction("from", "to", transactions));
        flow.apply(1);
        gate.awaitReached();
        CompletableFuture<Integer> waiting = flow.submit(2);

        flows.manager().stop("flow", Duration.ofMillis(10));

        assertThat(RunningFlows.errorOf(waiting)).isInstanceOf(FlowStoppedException.class);
        assertThat(transactions.rolledBack()).isOne();
        gate.open();
        await("both have left").until(() -> flows.manager().summary("flow").inFlight() == 0);
        assertThat(transactions.rolledBack()).isEqualTo(2);
    }

    @Test
    void wasInTimeHoweverLongItsCommitTakes() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("only"), "only")
                .timeout(Duration.ofMillis(20))
                .transaction(
                        "only", "only", () -> HookedTransaction.beforeCommit(transactions.begin(), this::awaitOld)));
        assertThat(RunningFlows.get(flow.submit(1))).isOne();
        assertThat(transactions.committed()).isOne();
    }

    /** With and without somebody who follows the events. */
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
            flows.manager().observe("flow", () -> new EventObservation() {});
        }
        RunningFlows.get(flow.submit(1));

        List<FlowStatistics.ComponentPeriod> times =
                flows.manager().statistics("flow").sinceStart().components();
        double slowMicros = SLOW_NANOS * 0.98 / 1_000;
        assertThat(times.get(0).service().maxMicros()).isGreaterThan(slowMicros);
        assertThat(times.get(1).service().maxMicros()).isGreaterThan(slowMicros);
        assertThat(times.get(2).service().maxMicros()).isLessThan(slowMicros);
    }

    /** Until an event of another flow with the same timeout is over its time. */
    private void awaitOld() throws Exception {
        Flow<Integer, Integer> other = flows.start(Flows.<Integer>create("other" + others.incrementAndGet())
                .<Integer>bind((event, never) -> {}, "cross")
                .timeout(Duration.ofMillis(100)));
        assertThat(RunningFlows.errorOf(other.submit(1))).isInstanceOf(EventTimeoutException.class);
    }

    @Test
    void isRolledBackWhenTheFlowIsStoppedBeforeItsEnd() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("from"), "from")
                .<Integer>bind((event, never) -> {}, "cross")
                .forEach(inside("to"), "to")
                .transaction("from", "to", transactions));
        CompletableFuture<Integer> result = flow.submit(1);
        flows.manager().stop("flow", Duration.ofMillis(10));
        assertThat(RunningFlows.errorOf(result)).isInstanceOf(FlowStoppedException.class);
        assertThat(transactions.rolledBack()).isOne();
    }

    @Test
    void staysWithItsEventWhileTheLayoutChangesAndEventsFail() {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(outside("before"), "before")
                .forEach(this::insideOrFail, "from")
                .join(JoinSettings.fixed(3))
                .forEach(this::insideOrFail, "middle")
                .<Integer>bind(
                        (event, back) -> {
                            insideOrFail(event);
                            CompletableFuture.runAsync(() -> back.complete(event));
                        },
                        "cross")
                .join(JoinSettings.single())
                .forEach(this::insideOrFail, "to")
                .forEach(outside("behind"), "behind")
                .<Integer>map(event -> event, "second")
                .catching(error -> 0, "catch")
                .transaction("from", "to", transactions)
                .transaction("second", "second", transactions));
        int events = 20_000;
        try (RandomChanges changes = new RandomChanges(flows.manager(), "flow", 11, RandomChanges::anyJoin)) {
            for (int event = 0; event < events; event++) {
                flow.apply(event);
            }
            assertThat(changes.made()).isPositive();
        }
        assertThat(flows.manager().stop("flow", Duration.ofSeconds(10)).clean()).isTrue();
        assertThat(flows.manager().summary("flow").completed()).isEqualTo(events);
        assertThat(transactions.rolledBack()).isBetween(events / 20, events);
    }

    private void insideOrFail(Integer event) throws Throwable {
        inside("a task of the scope").accept(event);
        if (ThreadLocalRandom.current().nextInt(20) == 0) {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void twoScopesMayFollowEachOther() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().forEach(inside("a"), "a")
                .forEach(inside("b"), "b")
                .transaction("a", "a", transactions)
                .transaction("b", "b", transactions));
        RunningFlows.get(flow.submit(new Random(1).nextInt()));
        assertThat(transactions.committed()).isEqualTo(2);
    }

    /** One event holds a lock on its way past the join that was put in; the only thread of that join waits for the lock. */
    @Test
    void doesNotQueueBehindAnEventThatWaitsForItsLocks() throws Exception {
        Semaphore lock = new Semaphore(1);
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(flow().noJoin()
                .forEach(
                        event -> {
                            lock.acquire();
                            if (event == 1) {
                                gate.passStubbornly();
                            }
                        },
                        "lock")
                .join(JoinSettings.fixed(2))
                .forEach(event -> lock.release(), "release")
                .transaction("lock", "release", transactions));
        CompletableFuture<CompletableFuture<Integer>> first = new CompletableFuture<>();
        RunningFlows.onOwnThread(() -> first.complete(flow.submit(1)));
        gate.awaitReached();
        flows.manager().change(ChangeRequest.layout("flow", Map.of("lock", JoinSettings.fixed(1))));
        CompletableFuture<Integer> second = flow.submit(2);
        await("the only thread waits for the lock").until(lock::hasQueuedThreads);

        gate.open();

        assertThat(RunningFlows.get(second)).isEqualTo(2);
        assertThat(RunningFlows.get(RunningFlows.get(first))).isEqualTo(1);
    }
}
