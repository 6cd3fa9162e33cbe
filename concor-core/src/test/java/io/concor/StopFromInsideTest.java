package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.StoppingFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code that runs inside a flow stops or changes it. No limit here ends within the time of a test. */
@Timeout(60)
class StopFromInsideTest extends StoppingFlows {

    /** Longer than any test takes, so that none passes by it, and short enough that a failing one ends. */
    private static final Duration ENDLESS = Duration.ofSeconds(90);

    private final AtomicReference<StopReport> report = new AtomicReference<>();
    private final AtomicReference<Throwable> refusal = new AtomicReference<>();

    private String stop(String message) {
        report.set(flows.manager().flow("flow").stop(ENDLESS));
        return message + " stopped";
    }

    private void assertCleanStop(CompletableFuture<String> result) throws Exception {
        assertThat(RunningFlows.get(result)).isEqualTo("x stopped");
        assertThat(report).hasValue(new StopReport("flow", 0, Map.of(), 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "fixed", "cached"})
    void doesNotWaitForTheEventOfTheTaskThatStopsTheFlow(String pool) throws Exception {
        JoinSettings join =
                switch (pool) {
                    case "single" -> JoinSettings.single();
                    case "fixed" -> JoinSettings.fixed(2);
                    default -> JoinSettings.cached(2);
                };
        Flow<String, String> flow =
                flows.start(Flows.<String>create("flow").join(join).map(this::stop, "stop"));

        assertCleanStop(flow.submit("x"));
    }

    @Test
    void doesNotWaitForAnEventOnTheCallersThread() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow").map(this::stop, "stop"));

        assertCleanStop(flow.submit("x"));
    }

    @Test
    void runsTheOtherComponentsOfThatEvent() throws Exception {
        Flow<String, Integer> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.fixed(2))
                .map(this::stop, "stop")
                .join(JoinSettings.single())
                .map(String::length, "length"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x stopped".length());
    }

    @Test
    void doesNotWaitForTheEventOfACatchTask() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.fixed(1))
                .<String>map(
                        message -> {
                            throw new IllegalStateException(message);
                        },
                        "fail")
                .catching(error -> stop(String.valueOf(error.getMessage())), "catch"));

        assertCleanStop(flow.submit("x"));
    }

    @Test
    void doesNotWaitForABatchWhoseTaskStopsTheFlow() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.single())
                .<String>mapBatch(messages -> messages.stream().map(this::stop).toList(), "stop"));

        assertCleanStop(flow.submit("x"));
    }

    @Test
    void doesNotWaitForTheEventWhoseEndActionStopsTheFlow() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .timeout(Duration.ofMillis(50))
                .<String>bind((message, back) -> back.onEnd(() -> stop(message)), "ask")
                .catching(error -> "x stopped", "catch"));

        assertCleanStop(flow.submit("x"));
    }

    @Test
    void waitsForTheEventsOfOtherThreads() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.fixed(2))
                .map(message -> message.equals("x") ? stop(message) : hold(message), "work"));
        CompletableFuture<String> other = flow.submit("other");
        gate.awaitReached();
        CompletableFuture<String> stopping = flow.submit("x");
        RunningFlows.onOwnThread(gate::open);

        assertCleanStop(stopping);
        assertThat(other).isCompletedWithValue("other");
    }

    @Test
    void endsTheEventsThatWaitBehindTheTaskThatStopsTheFlow() throws Exception {
        Gate both = new Gate();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.single())
                .map(
                        message -> {
                            both.passStubbornly();
                            return stop(message);
                        },
                        "stop"));
        CompletableFuture<String> first = flow.submit("x");
        CompletableFuture<String> behind = flow.submit("behind");
        both.open();

        Assertions.assertThatThrownBy(() -> RunningFlows.get(behind))
                .hasRootCauseInstanceOf(FlowStoppedException.class);
        assertThat(RunningFlows.errorOf(first)).isInstanceOf(FlowStoppedException.class);
    }

    @Test
    void letsTwoTasksStopTheFlowAtOnce() throws Exception {
        Flow<String, String> flow = flows.start(
                Flows.<String>create("flow").join(JoinSettings.fixed(2)).map(this::holdAndStop, "stop"));
        CompletableFuture<String> first = flow.submit("x");
        CompletableFuture<String> second = flow.submit("y");
        gate.awaitReached();
        gate.open();

        RunningFlows.errorOf(CompletableFuture.allOf(first, second));
    }

    private String holdAndStop(String message) throws InterruptedException {
        hold(message);
        return stop(message);
    }

    @Test
    void letsTasksOfTwoFlowsStopTheFlowOfEachOther() throws Exception {
        Gate gates = new Gate();
        Flow<String, String> one = flows.start(
                Flows.<String>create("one").join(JoinSettings.single()).map(other -> stopOther(gates, other), "stop"));
        Flow<String, String> two = flows.start(
                Flows.<String>create("two").join(JoinSettings.single()).map(other -> stopOther(gates, other), "stop"));
        CompletableFuture<String> first = one.submit("two");
        CompletableFuture<String> second = two.submit("one");
        gates.open();

        RunningFlows.errorOf(CompletableFuture.allOf(first, second));
    }

    private String stopOther(Gate gates, String other) {
        gates.passStubbornly();
        flows.manager().flow(other).stop(ENDLESS);
        return other;
    }

    @Test
    void doesNotWaitForTheEventOfAThreadThatWaitsForTheStoppingThread() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.fixed(1))
                .map(
                        message -> {
                            Thread task = Thread.currentThread();
                            CompletableFuture.runAsync(() -> report.set(
                                            flows.manager().flow("flow").stop(ENDLESS, task)))
                                    .join();
                            return message + " stopped";
                        },
                        "stop"));

        assertCleanStop(flow.submit("x"));
    }

    /** A flow whose task passes "x" only when the gate is open, so that code may come to depend on the result before. */
    private Flow<String, String> dependedOn(int maxInFlight, JoinSettings join, Gate others) {
        return flows.start(Flows.<String>create("flow")
                .maxInFlight(maxInFlight)
                .join(join)
                .map(
                        message -> {
                            (message.equals("x") ? gate : others).pass();
                            return message;
                        },
                        "work"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doesNotWaitForCodeThatDependsOnAResultAndStopsTheFlow(boolean onAnotherThread) throws Exception {
        Flow<String, String> flow = dependedOn(2, JoinSettings.fixed(1), gate);
        CompletableFuture<String> stopped =
                flow.submit("x").thenApply(onAnotherThread ? this::stopOnAnotherThread : this::stop);
        gate.open();

        assertCleanStop(stopped);
    }

    private String stopOnAnotherThread(String message) {
        Thread waiting = Thread.currentThread();
        CompletableFuture.runAsync(() -> report.set(flows.manager().flow("flow").stop(ENDLESS, waiting)))
                .join();
        return message + " stopped";
    }

    @Test
    void waitsForOtherResultsThanThatOnWhichTheStoppingCodeDepends() throws Exception {
        Gate dependent = new Gate();
        Flow<String, String> flow = dependedOn(2, JoinSettings.fixed(2), gate);
        CompletableFuture<String> stopping = flow.submit("x").thenApply(message -> {
            dependent.awaitReached();
            report.set(flows.manager().flow("flow").stop(SHORT));
            return message;
        });
        CompletableFuture<String> other = flow.submit("y").thenApply(message -> {
            dependent.passStubbornly();
            return message;
        });
        gate.open();
        RunningFlows.get(stopping);

        assertThat(report.get().stuckThreads()).isOne();
        dependent.open();
        assertThat(RunningFlows.get(other)).isEqualTo("y");
    }

    /** It has the context of the event whose thread stops the flow. */
    @Test
    void waitsForAnEventThatTheStoppingCodeHasEntered() throws Exception {
        Gate never = new Gate();
        Flow<String, String> flow = dependedOn(1, JoinSettings.fixed(2), never);
        CompletableFuture<String> stopped = flow.submit("x").thenApply(message -> {
            flow.apply("next");
            never.awaitReached();
            report.set(flows.manager().flow("flow").stop(SHORT));
            return message;
        });
        gate.open();

        assertThat(RunningFlows.get(stopped)).isEqualTo("x");
        assertThat(report).hasValue(new StopReport("flow", 1, Map.of("work", 1), 0));
    }

    @Test
    void waitsForAnEventThatCodeBehindABatchHasEntered() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .maxInFlight(1)
                .<String>bind((message, back) -> answerOnly("x", message, back), "ask")
                .join(JoinSettings.batch(1))
                .<String>mapBatch(
                        messages -> {
                            gate.pass();
                            return messages;
                        },
                        "batch"));
        CompletableFuture<String> stopped = flow.submit("x").thenApply(message -> {
            flow.apply("next");
            report.set(flows.manager().flow("flow").stop(SHORT));
            return message;
        });
        gate.open();

        assertThat(RunningFlows.get(stopped)).isEqualTo("x");
        assertThat(report).hasValue(new StopReport("flow", 1, Map.of("ask", 1), 0));
    }

    @Test
    void reportsThePlaceOfAnEventThatDependentCodeHasEntered() throws Exception {
        Gate dependent = new Gate();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .maxInFlight(1)
                .<String>bind((message, back) -> answerOnly("x", message, back), "ask")
                .join(JoinSettings.single())
                .map(this::hold, "work"));
        flow.submit("x").thenRun(() -> {
            flow.apply("next");
            dependent.passStubbornly();
        });
        gate.open();
        dependent.awaitReached();

        StopReport stopped = flows.manager().flow("flow").stop(SHORT);

        assertThat(stopped).isEqualTo(new StopReport("flow", 1, Map.of("ask", 1), 1));
        dependent.open();
    }

    private static void answerOnly(String answered, String message, Continuation<String> back) {
        if (message.equals(answered)) {
            back.complete(message);
        }
    }

    @Test
    void endsTheEventsThatWaitBehindTheCodeThatStopsTheFlow() throws Exception {
        Flow<String, String> flow = dependedOn(2, JoinSettings.single(), gate);
        CompletableFuture<String> stopped = flow.submit("x").thenApply(this::stop);
        CompletableFuture<String> behind = flow.submit("behind");
        gate.open();

        Assertions.assertThatThrownBy(() -> RunningFlows.get(behind))
                .hasRootCauseInstanceOf(FlowStoppedException.class);
        assertThat(RunningFlows.get(stopped)).isEqualTo("x stopped");
        assertThat(report).hasValue(new StopReport("flow", 1, Map.of("work", 1), 0));
    }

    @Test
    void letsCodeThatDependsOnResultsOfTwoFlowsStopTheFlowOfEachOther() throws Exception {
        Gate both = new Gate();
        CompletableFuture<String> first = heldFlow("one").submit("two").thenApply(other -> stopOther(both, other));
        CompletableFuture<String> second = heldFlow("two").submit("one").thenApply(other -> stopOther(both, other));
        gate.open();
        both.open();

        RunningFlows.errorOf(CompletableFuture.allOf(first, second));
    }

    private Flow<String, String> heldFlow(String name) {
        return flows.start(
                Flows.<String>create(name).join(JoinSettings.single()).map(this::hold, "hold"));
    }

    @Test
    void refusesAChangeThatWouldWaitForTheTaskThatAsksForIt() throws Exception {
        changeFromTask(JoinSettings.fixed(2), ChangeRequest.put("flow", "work", JoinSettings.single()));

        assertThat(refusal.get())
                .isInstanceOf(ChangeNotPossibleException.class)
                .hasMessageContaining("slot 'work'")
                .hasMessageContaining("called from a task of the slot")
                .extracting(refused -> ((ChangeNotPossibleException) refused).reason())
                .isEqualTo(Reason.CALLED_FROM_TASK);
    }

    @Test
    void refusesToTakeOutTheOnlyThreadOfTheTaskThatAsksForIt() throws Exception {
        changeFromTask(JoinSettings.single(), ChangeRequest.takeOut("flow", "work"));

        assertThat(refusal.get()).hasMessageContaining("called from a task of the slot");
    }

    @Test
    void makesAChangeFromATaskThatNeedsNotWaitForIt() throws Exception {
        changeFromTask(JoinSettings.fixed(2), ChangeRequest.put("flow", "work", JoinSettings.fixed(4)));

        assertThat(refusal.get()).isNull();
    }

    private void changeFromTask(JoinSettings join, ChangeRequest request) throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(join)
                .map(
                        message -> {
                            try {
                                flows.manager().change(request.timeLimit(ENDLESS));
                            } catch (ChangeNotPossibleException refused) {
                                refusal.set(refused);
                            }
                            return message;
                        },
                        "work"));
        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");
    }
}
