package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.RefusedException.Reason;
import io.concor.engine.StagedFlow;
import io.concor.fixture.Gate;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A task that enters a full flow waits at most as long as remains to its own event. The full flow itself would let it
 * wait for an hour.
 */
@Timeout(60)
class NestedAdmissionTest {

    private static final Duration ENDLESS = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(200);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Gate gate = new Gate();
    private final Queue<Continuation<String>> away = new ConcurrentLinkedQueue<>();
    private Flow<String, String> full;
    private Flow<String, String> outer;

    @BeforeEach
    void fill() {
        full = flows.start(Flows.<String>create("full")
                .maxInFlight(1)
                .timeout(ENDLESS)
                .join(JoinSettings.single())
                .map(
                        message -> {
                            gate.passStubbornly();
                            return message;
                        },
                        "slow"));
        full.apply("in the way");
        gate.awaitReached();
    }

    @AfterEach
    void empty() {
        gate.open();
    }

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    private static FlowBuilder<String, String> outer(Duration timeout) {
        return Flows.<String>create("outer").timeout(timeout);
    }

    private String call(String message) {
        return full.submit(message).join();
    }

    private static Reason refusal(CompletableFuture<?> result) throws Exception {
        Throwable error = RunningFlows.errorOf(result);
        Throwable refused = error instanceof RefusedException ? error : error.getCause();
        return ((RefusedException) refused).reason();
    }

    private void assertWaitsNoLongerThanItsEventLives(UnaryOperator<FlowBuilder<String, String>> components)
            throws Exception {
        assertThat(refusal(flows.start(components.apply(outer(SHORT))).submit("x")))
                .isEqualTo(Reason.TIMEOUT);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void waitsNoLongerThanItsEventLives(JoinSettings join) throws Exception {
        assertWaitsNoLongerThanItsEventLives(flow -> flow.join(join).map(this::call, "call"));
    }

    @Test
    void waitsNoLongerThanItsEventLivesInAKeyedPool() throws Exception {
        assertWaitsNoLongerThanItsEventLives(
                flow -> flow.join(JoinSettings.keyed(3)).mapKeyed(new CallByKey(), "call"));
    }

    @Test
    void waitsNoLongerThanAnEventOfItsBatchLives() throws Exception {
        assertWaitsNoLongerThanItsEventLives(flow -> flow.join(JoinSettings.single())
                .<String>mapBatch(messages -> messages.stream().map(this::call).toList(), "call"));
    }

    @Test
    void waitsNoLongerThanItsEventLivesOnTheEnteringThread() throws Exception {
        assertWaitsNoLongerThanItsEventLives(flow -> flow.map(this::call, "call"));
    }

    @Test
    void waitsNoLongerThanItsEventLivesInATransitionTask() throws Exception {
        assertWaitsNoLongerThanItsEventLives(
                flow -> flow.<String>bind((message, back) -> back.complete(call(message)), "call"));
    }

    @Test
    void waitsNoLongerThanItsEventLivesOnTheThreadThatCallsAContinuation() throws Exception {
        outer = flows.start(outer(SHORT)
                .<String>bind((message, back) -> away.add(back), "away")
                .map(this::call, "call"));
        CompletableFuture<String> result = outer.submit("x");

        away.remove().complete("back");

        assertThat(refusal(result)).isEqualTo(Reason.TIMEOUT);
    }

    @Test
    void waitsNoLongerThanTheOutermostOfSeveralEvents() throws Exception {
        Flow<String, String> middle =
                flows.start(Flows.<String>create("middle").timeout(ENDLESS).map(this::call, "call"));

        assertWaitsNoLongerThanItsEventLives(flow -> flow.join(JoinSettings.single())
                .map(message -> middle.submit(message).join(), "middle"));
    }

    @Test
    void waitsNoLongerThanItsEventLivesAlsoIfTheCallAllowsMore() throws Exception {
        assertWaitsNoLongerThanItsEventLives(
                flow -> flow.map(message -> full.submit(message, ENDLESS).join(), "call"));
    }

    @Test
    void waitsNoLongerThanTheCallAllows() throws Exception {
        outer = flows.start(outer(ENDLESS)
                .map(message -> full.submit(message, Duration.ofMillis(20)).join(), "call"));

        assertThat(refusal(outer.submit("x"))).isEqualTo(Reason.TIMEOUT);
    }

    @Test
    void isRefusedIfNothingRemains() throws Exception {
        outer = flows.start(outer(ENDLESS)
                .join(JoinSettings.single())
                .map(
                        message -> {
                            age();
                            return call(message);
                        },
                        "call"));

        assertThat(refusal(outer.submit("x"))).isEqualTo(Reason.TIMEOUT);
    }

    @Test
    void entersAsSoonAsThereIsRoom() throws Exception {
        CompletableFuture<String> result = flows.start(
                        outer(ENDLESS).join(JoinSettings.single()).map(this::call, "call"))
                .submit("x");
        awaitWaitingCaller();

        gate.open();

        assertThat(RunningFlows.get(result)).isEqualTo("x");
    }

    @Test
    void doesNotHurryAThreadWhoseEventHasEnded() throws Exception {
        outer = flows.start(
                outer(ENDLESS).join(JoinSettings.single()).<String>bind((message, back) -> away.add(back), "away"));
        CompletableFuture<String> result = outer.submit("x").thenApply(message -> {
            age();
            return call(message);
        });
        await("the event is away").until(() -> !away.isEmpty());
        CompletableFuture<Void> completing =
                RunningFlows.onOwnThread(() -> away.remove().complete("x"));
        assertKeepsWaiting(result);

        gate.open();

        assertThat(RunningFlows.get(result)).isEqualTo("x");
        RunningFlows.get(completing);
    }

    @Test
    void doesNotHurryAWorkerThatCompletesAResult() throws Exception {
        Gate entered = new Gate();
        outer = flows.start(outer(ENDLESS)
                .join(JoinSettings.single())
                .<String>map(
                        message -> {
                            entered.pass();
                            return message;
                        },
                        "last"));
        CompletableFuture<String> result = outer.submit("x").thenApply(message -> {
            age();
            return call(message);
        });
        entered.open();
        assertKeepsWaiting(result);

        gate.open();

        assertThat(RunningFlows.get(result)).isEqualTo("x");
    }

    @Test
    void doesNotHurryAThreadThatHasGivenItsEventAway() throws Exception {
        outer = flows.start(outer(ENDLESS)
                .map(message -> message, "first")
                .<String>bind((message, back) -> away.add(back), "away"));
        CompletableFuture<String> result = new CompletableFuture<>();
        CompletableFuture<Void> entering = RunningFlows.onOwnThread(() -> {
            outer.apply("x");
            age();
            result.complete(call("y"));
        });
        assertKeepsWaiting(result);

        gate.open();

        assertThat(RunningFlows.get(result)).isEqualTo("y");
        RunningFlows.get(entering);
    }

    private final class CallByKey implements KeyedTask<String, String> {

        @Override
        public String key(String message) {
            return message;
        }

        @Override
        public String apply(String message) {
            return call(message);
        }
    }

    private void assertKeepsWaiting(CompletableFuture<?> result) {
        awaitWaitingCaller();
        await("the caller waits").during(Duration.ofMillis(50)).until(() -> !result.isDone());
    }

    private void awaitWaitingCaller() {
        await("a caller waits")
                .until(() -> flows.manager().flow("full").levels().waitingCallers() == 1);
    }

    /** Every event inside the outer flow is too old at once. */
    private void age() {
        ((StagedFlow<?, ?>) outer).lifecycle().advanceClock(ENDLESS.multipliedBy(2), false);
    }
}
