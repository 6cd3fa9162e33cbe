package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.RefusedException.Reason;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that does not work for a full flow waits for admission, also while it runs an event of that flow itself. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
@Timeout(60)
class ReentryTest {

    @RegisterExtension
    final RunningFlows flows;

    private final AtomicReference<Flow<String, String>> itself = new AtomicReference<>();
    private final Queue<Continuation<String>> away = new ConcurrentLinkedQueue<>();
    private final Gate gate = new Gate();

    ReentryTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    private FlowBuilder<String, String> withOnePlace(String name) {
        return Flows.<String>create(name).maxInFlight(1);
    }

    private FlowBuilder<String, String> withShortTimeout(String name) {
        return Flows.<String>create(name).maxInFlight(1).timeout(Duration.ofMillis(200));
    }

    private String bringAnother(String message) {
        itself.get().apply("another");
        return message;
    }

    private Flow<String, String> start(FlowBuilder<String, String> builder) {
        itself.set(flows.start(builder));
        return itself.get();
    }

    private static void assertRefused(CompletableFuture<String> result) throws Exception {
        assertThat(RunningFlows.errorOf(result))
                .isInstanceOf(RefusedException.class)
                .extracting(error -> ((RefusedException) error).reason())
                .isEqualTo(Reason.TIMEOUT);
    }

    @Test
    void refusesATaskOnTheEnteringThread() throws Exception {
        Flow<String, String> flow = start(withShortTimeout("flow").map(this::bringAnother, "again"));

        assertRefused(flow.submit("x"));
    }

    @Test
    void refusesATaskOnTheThreadThatCallsAContinuation() throws Exception {
        Flow<String, String> flow = start(withShortTimeout("flow")
                .<String>bind((message, back) -> away.add(back), "away")
                .map(this::bringAnother, "again"));
        CompletableFuture<String> result = flow.submit("x");

        away.remove().complete("back");

        assertRefused(result);
    }

    @Test
    void refusesATransitionTaskOnTheEnteringThread() throws Exception {
        Flow<String, String> flow =
                start(withShortTimeout("flow").bind((message, back) -> back.complete(bringAnother(message)), "away"));

        assertRefused(flow.submit("x"));
    }

    @Test
    void keepsAThreadWaitingWhoseEventAnotherThreadHas() throws Exception {
        Flow<String, String> flow = start(
                withOnePlace("flow").map(message -> message, "first").bind((message, back) -> away.add(back), "away"));

        assertWaits(flow, () -> {
            await("the first one is away").until(() -> !away.isEmpty());
            away.remove().complete("back");
        });
    }

    @Test
    void keepsAThreadWaitingWhoseEventWaitsInASlot() throws Exception {
        Flow<String, String> flow = start(withOnePlace("flow")
                .map(message -> message, "first")
                .join(JoinSettings.single())
                .map(
                        message -> {
                            gate.pass();
                            return message;
                        },
                        "slow"));

        assertWaits(flow, gate::open);
    }

    private void assertWaits(Flow<String, String> flow, Runnable letLeave) throws Exception {
        CompletableFuture<Void> entered = RunningFlows.onOwnThread(() -> {
            flow.apply("first");
            flow.apply("second");
        });
        await("the first one is inside")
                .until(() -> flows.manager().flow("flow").summary().inFlight() == 1);
        await("the second one waits").during(Duration.ofMillis(50)).until(() -> !entered.isDone());

        letLeave.run();

        RunningFlows.get(entered);
    }

    @Test
    void keepsATaskWaitingAtTheDoorOfAnotherFlow() throws Exception {
        Flow<String, String> other = flows.start(withOnePlace("other").bind((message, back) -> away.add(back), "away"));
        other.apply("in the way");
        Flow<String, String> flow = start(withOnePlace("flow")
                .map(
                        message -> {
                            other.apply(message);
                            return message;
                        },
                        "hand on"));
        CompletableFuture<Void> entered = RunningFlows.onOwnThread(() -> flow.apply("x"));
        await("it waits").during(Duration.ofMillis(50)).until(() -> !entered.isDone());

        away.remove().complete("back");

        RunningFlows.get(entered);
    }
}
