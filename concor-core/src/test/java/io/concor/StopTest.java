package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.awaitility.Awaitility.await;

import io.concor.engine.FlowLifecycle;
import io.concor.engine.StagedFlow;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.StoppingFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a flow stops. */
@Timeout(60)
class StopTest extends StoppingFlows {

    private CompletableFuture<StopReport> stopping(Duration timeAllowed) {
        CompletableFuture<StopReport> report = new CompletableFuture<>();
        RunningFlows.onOwnThread(
                () -> report.complete(flows.manager().flow("flow").stop(timeAllowed)));
        await("the flow is stopping").until(() -> summary().state() != FlowState.RUNNING);
        return report;
    }

    @Test
    void finishesTheEventsInsideAndRefusesNewOnes() throws Exception {
        Flow<String, String> flow = flows.start(held());
        List<CompletableFuture<String>> inside = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            inside.add(flow.submit("event " + i));
        }
        gate.awaitReached();
        CompletableFuture<StopReport> report = stopping(LONG);

        assertThat(flow.tryApply("refused")).isFalse();
        assertThat(report).isNotDone();
        gate.open();

        assertThat(RunningFlows.get(report)).isEqualTo(new StopReport("flow", 0, Map.of(), 0));
        assertThat(RunningFlows.get(report).clean()).isTrue();
        assertThat(inside).allMatch(CompletableFuture::isDone).noneMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(summary())
                .returns(FlowState.STOPPED, FlowSummary::state)
                .returns(10L, FlowSummary::completed)
                .returns(1L, FlowSummary::refused);
    }

    @Test
    void endsItsThreads() {
        flows.start(Flows.<String>create("threaded")
                .join(JoinSettings.fixed(3))
                .map(message -> message, "a")
                .join(JoinSettings.cached(3))
                .map(message -> message, "b"));
        assertThat(threadsOf("threaded")).hasSizeGreaterThan(3);

        flows.manager().flow("threaded").stop(LONG);

        await("its threads have ended").until(() -> threadsOf("threaded").isEmpty());
    }

    @Test
    void waitsUntilAllResultsAreDelivered() throws Exception {
        Flow<String, String> flow = flows.start(held());
        Gate telling = new Gate();
        AtomicBoolean reported = new AtomicBoolean();
        flow.submit("x").thenAccept(value -> {
            telling.passStubbornly();
            reported.set(true);
        });
        gate.open();
        telling.awaitReached();
        CompletableFuture<StopReport> report = stopping(LONG);
        assertThat(report).isNotDone();

        telling.open();

        assertThat(RunningFlows.get(report).clean()).isTrue();
        assertThat(reported).isTrue();
    }

    @Test
    void endsAndReportsWaitingEventsAndTransitionsWhenTheTimeIsOver() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .<String>bind(
                        (message, back) -> {
                            if (message.equals("on")) {
                                back.complete(message);
                            }
                        },
                        "cross")
                .join(JoinSettings.single())
                .map(this::hold, "slow"));
        List<CompletableFuture<String>> inside =
                List.of(flow.submit("stays"), flow.submit("on"), flow.submit("on"), flow.submit("stays"));
        gate.awaitReached();

        StopReport report = flows.manager().flow("flow").stop(SHORT);

        assertThat(report.unfinished()).isEqualTo(4);
        assertThat(report.places()).isEqualTo(Map.of("cross", 2, "slow", 2));
        assertThat(report.clean()).isFalse();
        assertThat(RunningFlows.errorOf(inside.get(0)))
                .isInstanceOf(FlowStoppedException.class)
                .hasMessage("Flow 'flow' was stopped while an event was at 'cross'")
                .returns("flow", error -> ((FlowStoppedException) error).flow());
        assertThat(RunningFlows.errorOf(inside.get(1))).isInstanceOf(InterruptedException.class);
        assertThat(RunningFlows.errorOf(inside.get(2))).isInstanceOf(FlowStoppedException.class);
        assertThat(summary()).returns(0L, FlowSummary::inFlight).returns(4L, FlowSummary::failed);
    }

    @Test
    void interruptsAStuckTaskAndReportsNoStuckThreadIfItReturns() throws Exception {
        Flow<String, String> flow = flows.start(held());
        CompletableFuture<String> result = flow.submit("x");
        gate.awaitReached();

        StopReport report = flows.manager().flow("flow").stop(SHORT);

        assertThat(report).isEqualTo(new StopReport("flow", 1, Map.of("slow", 1), 0));
        assertThat(RunningFlows.errorOf(result)).isInstanceOf(InterruptedException.class);
    }

    /** What has travelled with an event is cleared away when the event has left. */
    @Test
    void reportsNoStuckThreadIfAnInterruptedOneIsReturning() {
        Flow<String, String> flow = flows.start(held().carrying(new ThreadLocalCarrier() {
            @Override
            public Object capture() {
                return "something";
            }

            @Override
            public void restore(Object captured) {}

            @Override
            public void clear(Object own) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }));
        flow.apply("x");
        gate.awaitReached();

        assertThat(flows.manager().flow("flow").stop(SHORT)).isEqualTo(new StopReport("flow", 1, Map.of("slow", 1), 0));
    }

    @Test
    void reportsATransitionTaskThatDoesNotReturnAndNotTheTaskBeforeIt() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.single())
                .map(message -> message, "before")
                .<String>bind((message, never) -> gate.passStubbornly(), "cross"));
        flow.apply("x");
        gate.awaitReached();

        StopReport report = flows.manager().flow("flow").stop(SHORT);

        assertThat(report).isEqualTo(new StopReport("flow", 1, Map.of("cross", 1), 1));
        gate.open();
    }

    @Test
    void waitsForATransitionTaskWhoseContextTheStoppingThreadHadBefore() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .maxInFlight(1)
                .<String>bind(
                        (message, back) -> {
                            if (message.equals("second")) {
                                gate.passStubbornly();
                            }
                            back.complete(message);
                        },
                        "cross"));
        flow.apply("first"); // on this thread
        flows.manager().change(ChangeRequest.put("flow", "cross", JoinSettings.single()));
        flow.apply("second");
        gate.awaitReached();

        StopReport report = flows.manager().flow("flow").stop(SHORT);

        assertThat(report).isEqualTo(new StopReport("flow", 1, Map.of("cross", 1), 1));
        gate.open();
    }

    @Test
    void failsTheFutureOfAnEventWhoseTaskDoesNotReturn() throws Exception {
        Flow<String, String> flow = flows.start(
                Flows.<String>create("flow").join(JoinSettings.single()).map(this::holdStubbornly, "slow"));
        CompletableFuture<String> result = flow.submit("x");
        gate.awaitReached();

        StopReport report = flows.manager().flow("flow").stop(SHORT);

        assertThat(report).isEqualTo(new StopReport("flow", 1, Map.of("slow", 1), 1));
        assertThat(RunningFlows.errorOf(result)).isInstanceOf(FlowStoppedException.class);
        gate.open();
        await("the thread came back").until(() -> summary().inFlight() == 0);
        await("and ended").until(() -> threadsOf("flow").isEmpty());
    }

    @Test
    void anEventOfATaskThatComesBackAfterTheStopStillLeaves() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.single())
                .map(this::holdStubbornly, "slow")
                .join(JoinSettings.single())
                .map(message -> message, "behind"));
        flow.apply("x");
        gate.awaitReached();
        flows.manager().flow("flow").stop(SHORT);

        gate.open();

        await("the event has left").until(() -> summary().inFlight() == 0);
        await("the thread has ended").until(() -> threadsOf("flow").isEmpty());
    }

    @Test
    void isNotKeptWaitingByThoseWhoAreRefused() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow").map(message -> message, "a"));
        AtomicBoolean enough = new AtomicBoolean();
        List<CompletableFuture<Void>> knocking = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            knocking.add(RunningFlows.onOwnThread(() -> {
                while (!enough.get()) {
                    flow.tryApply(1);
                }
            }));
        }
        await("an event was admitted").until(() -> summary().completed() > 0);
        long start = System.nanoTime();

        flows.manager().flow("flow").stop(LONG);

        Duration took = Duration.ofNanos(System.nanoTime() - start);
        enough.set(true);
        for (CompletableFuture<Void> thread : knocking) {
            RunningFlows.get(thread);
        }
        assertThat(took).isLessThan(LONG.dividedBy(2));
    }

    @Test
    void isNotKeptWaitingByAChangeUnderWayForMuchLongerThanItIsAllowed() throws Exception {
        Flow<String, String> flow = flows.start(
                Flows.<String>create("flow").join(JoinSettings.single()).map(this::holdStubbornly, "slow"));
        flow.apply("x");
        gate.awaitReached();
        CompletableFuture<Void> change = RunningFlows.onOwnThread(() -> flows.manager()
                .change(ChangeRequest.put("flow", "slow", JoinSettings.fixed(2)).timeLimit(LONG)));
        await("the change is under way").until(() -> threadsOf("flow").size() == 3);
        long start = System.nanoTime();

        flows.manager().flow("flow").stop(Duration.ofMillis(100));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        gate.open();
        assertThat(RunningFlows.errorOf(change))
                .isInstanceOf(ChangeNotPossibleException.class)
                .returns(ChangeNotPossibleException.Reason.STOPPED, error -> ((ChangeNotPossibleException) error)
                        .reason());
    }

    @Test
    void endsAnEventWhoseTransitionTaskReturnsOnlyWhenTheTimeIsOver() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow").<String>bind(this::holdIfHeld, "cross"));
        CompletableFuture<CompletableFuture<String>> held = new CompletableFuture<>();
        RunningFlows.onOwnThread(() -> held.complete(flow.submit("held")));
        gate.awaitReached();
        CompletableFuture<String> away = flow.submit("away");
        CompletableFuture<StopReport> report = stopping(SHORT);

        assertThat(RunningFlows.errorOf(away)).isInstanceOf(FlowStoppedException.class);
        gate.open();

        assertThat(RunningFlows.errorOf(RunningFlows.get(held))).isInstanceOf(FlowStoppedException.class);
        assertThat(RunningFlows.get(report).unfinished()).isEqualTo(2);
        assertThat(summary().inFlight()).isZero();
    }

    private void holdIfHeld(String message, Continuation<String> never) throws InterruptedException {
        if (message.equals("held")) {
            gate.pass();
        }
    }

    @Test
    void reportsNoStuckThreadIfAllEventsHaveLeft() {
        for (int round = 0; round < 20; round++) {
            Flow<String, String> flow = Flows.<String>create("flow" + round)
                    .join(JoinSettings.single())
                    .<String>map(
                            message -> {
                                throw new IllegalStateException("on purpose");
                            },
                            "slow")
                    .build();
            flows.manager().register(flow);
            flow.apply("event");
            assertThat(flows.manager().flow(flow.name()).stop(LONG))
                    .isEqualTo(new StopReport(flow.name(), 0, Map.of(), 0));
        }
    }

    @Test
    void reportsNoStuckThreadIfStoppedFromAResult() throws Exception {
        Flow<String, String> flow = flows.start(
                Flows.<String>create("flow").join(JoinSettings.single()).map(this::hold, "slow"));
        CompletableFuture<StopReport> report = flow.submit("x")
                .thenApply(result -> flows.manager().flow("flow").stop(LONG));
        gate.open();

        assertThat(RunningFlows.get(report)).isEqualTo(new StopReport("flow", 0, Map.of(), 0));
    }

    @Test
    void keepsTheGateClosedIfAStartCameInBetween() throws Exception {
        StagedFlow<String, String> flow = (StagedFlow<String, String>) flows.start(held());
        FlowLifecycle lifecycle = flow.lifecycle();
        lifecycle.stop(SHORT, Thread.currentThread());
        List<Thread> waiting = lifecycle.exclusively(
                List.of(),
                SHORT,
                () -> List.of(waiting(lifecycle::start), waiting(() -> lifecycle.stop(SHORT, Thread.currentThread()))));
        for (Thread thread : waiting) {
            thread.join();
        }

        assertThat(lifecycle.state()).isEqualTo(FlowState.STOPPED);
        assertThat(flow.tryApply("x")).isFalse();
    }

    private static Thread waiting(Runnable call) {
        Thread thread = new Thread(call, "waiting");
        thread.setDaemon(true);
        thread.start();
        await("it waits for the change").until(() -> thread.getState() == Thread.State.WAITING);
        return thread;
    }

    @Test
    void endsAnEventWhoseTransitionTaskReturnsWithoutAnAnswerAfterTheStop() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.single())
                .<String>bind((message, never) -> gate.passStubbornly(), "cross"));
        flow.apply("x");
        gate.awaitReached();
        flows.manager().flow("flow").stop(SHORT);

        gate.open();

        await("the event has left").until(() -> summary().inFlight() == 0);
    }

    @Test
    void takesAnyDurationButNull() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow").map(message -> message, "a"));

        assertThatNullPointerException()
                .isThrownBy(() -> flows.manager().flow("flow").stop(null));
        assertThat(flow.tryApply("event")).isTrue();

        assertThat(flows.manager()
                        .flow("flow")
                        .stop(Duration.ofSeconds(Long.MIN_VALUE))
                        .clean())
                .isTrue();
    }

    @Test
    void keepsTheInterruptOfWhoStopsIt() throws Exception {
        Flow<String, String> flow = flows.start(held());
        flow.apply("held");
        gate.awaitReached();

        Thread.currentThread().interrupt();
        StopReport report = flows.manager().flow("flow").stop(SHORT);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.unfinished()).isOne();
    }
}
