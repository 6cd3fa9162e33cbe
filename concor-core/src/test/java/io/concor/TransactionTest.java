package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.HookedTransaction;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.TransactionalFlows;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One transaction for each event, from one component to another, whatever threads run them. */
@Timeout(60)
class TransactionTest extends TransactionalFlows {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
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
    void aFailedRollbackIsSuppressedByTheEventsError() throws Exception {
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
    void endsAfterATransition() throws Exception {
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
    @Tag("full")
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
            await("changes have begun").until(() -> changes.made() > 0);
            for (int event = 0; event < events; event++) {
                flow.apply(event);
            }
        }
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();
        assertThat(flows.manager().flow("flow").summary().completed()).isEqualTo(events);
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

    /**
     * One event holds a lock on its way past the join that was put in; the only thread of that join waits for the lock.
     */
    @Test
    void doesNotQueueAfterAnEventThatWaitsForItsLocks() throws Exception {
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
