package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.layout.FlowSummary;
import io.concor.time.FlowTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of events that are too old. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
@Timeout(60)
class TimeoutTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    @RegisterExtension
    final RunningFlows flows;

    private final Gate gate = new Gate();

    TimeoutTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    private static FlowBuilder<String, String> builder() {
        return Flows.<String>create("flow").timeout(SHORT);
    }

    private void assertTimedOutAt(String place, CompletableFuture<?> result) throws Exception {
        assertThat(RunningFlows.errorOf(result))
                .isInstanceOf(EventTimeoutException.class)
                .hasMessage("Flow 'flow': an event was older than 200ms when it was at '%s'", place);
        assertThat(flows.manager().flow("flow").summary())
                .returns(1L, FlowSummary::timedOut)
                .returns(1L, FlowSummary::failed);
    }

    /** A task that lasts until an event that entered before it is too old. */
    private static String lasting(String message) {
        FlowTime.awaitTimeout(SHORT.multipliedBy(2));
        return message;
    }

    @Test
    void aContinuationThatIsNeverCalledEndsTheEventAndFreesItsPlace() throws Exception {
        Flow<String, String> flow = flows.start(
                builder().<String>bind((message, back) -> {}, "cross").maxInFlight(1));

        assertTimedOutAt("cross", flow.submit("x"));

        assertThat(flows.manager().flow("flow").summary().inFlight()).isZero();
    }

    @Test
    void aContinuationThatIsCalledTooLateIsIgnored() throws Exception {
        CompletableFuture<Continuation<String>> held = new CompletableFuture<>();
        Flow<String, String> flow =
                flows.start(builder().<String>bind((message, back) -> held.complete(back), "cross"));
        CompletableFuture<String> result = flow.submit("x");
        assertTimedOutAt("cross", result);

        held.get().complete("too late");

        assertThat(RunningFlows.errorOf(result)).isInstanceOf(EventTimeoutException.class);
        assertThat(flows.manager().flow("flow").summary().ignoredContinuations())
                .isEqualTo(1);
    }

    @Test
    void anEventThatBecameTooOldInAQueueDoesNotReachTheTask() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.single())
                .map(
                        message -> {
                            assertThat(message).isNotEqualTo("second");
                            gate.pass();
                            return message;
                        },
                        "slow")
                .catching(
                        error -> {
                            throw error;
                        },
                        "see"));
        flow.submit("first");
        gate.awaitReached();
        CompletableFuture<String> second = flow.submit("second");
        lasting("");
        gate.open();

        assertThat(RunningFlows.errorOf(second))
                .isInstanceOf(EventTimeoutException.class)
                .hasMessageContaining("when it was at 'slow'");
    }

    @Test
    void anEventThatBecameTooOldInTheOnlyTaskEndsWithATimeout() throws Exception {
        Flow<String, String> flow = flows.start(builder().map(TimeoutTest::lasting, "only"));

        assertTimedOutAt("only", flow.submit("x"));
    }

    @Test
    void anEventThatBecameTooOldInATaskDoesNotReachTheNext() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .map(TimeoutTest::lasting, "lasting")
                .map(
                        message -> {
                            throw new AssertionError("the next task was run");
                        },
                        "next"));

        assertTimedOutAt("next", flow.submit("x"));
    }

    @Test
    void anErrorRemainsAlsoIfTheEventIsTooOld() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");
        Flow<String, String> flow = flows.start(builder()
                .map(
                        message -> {
                            lasting(message);
                            throw broken;
                        },
                        "fails late"));

        assertThat(RunningFlows.errorOf(flow.submit("x"))).isSameAs(broken);
        assertThat(flows.manager().flow("flow").summary().timedOut()).isZero();
    }

    @Test
    void aCatchMayRecoverFromATimeout() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .<String>bind((message, back) -> {}, "cross")
                .catching(error -> "recovered", "rescue")
                .map(message -> message + " and on", "behind"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("recovered and on");
        assertThat(flows.manager().flow("flow").summary())
                .returns(1L, FlowSummary::completed)
                .returns(0L, FlowSummary::timedOut);
    }

    @Test
    void anEventThatRecoveredFromATimeoutMayTimeOutAgain() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .<String>bind((message, back) -> {}, "first")
                .catching(error -> "recovered", "rescue")
                .<String>bind((message, back) -> {}, "second"));

        assertTimedOutAt("second", flow.submit("x"));
    }

    @Test
    void aStopEndsAnEventThatRecoveredFromATimeout() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .<String>bind((message, back) -> {}, "first")
                .catching(error -> "recovered", "rescue")
                .<String>bind(
                        (message, back) -> {
                            gate.open();
                            gate.pass();
                        },
                        "second"));
        CompletableFuture<String> result = flow.submit("x");
        gate.awaitReached();

        flows.manager().flow("flow").stop(Duration.ZERO);

        assertThat(RunningFlows.errorOf(result))
                .isInstanceOfAny(FlowStoppedException.class, EventTimeoutException.class);
        assertThat(flows.manager().flow("flow").summary().inFlight()).isZero();
    }

    @Test
    void manyEventsThatAreNeverContinuedAllEnd() throws Exception {
        Flow<String, String> flow = flows.start(
                builder().<String>bind((message, back) -> {}, "cross").maxInFlight(500));
        for (int i = 0; i < 500; i++) {
            assertThat(flow.tryApply("x")).isTrue();
        }

        await("all have left")
                .until(() -> flows.manager().flow("flow").summary().inFlight() == 0);
        assertThat(flows.manager().flow("flow").summary().timedOut()).isEqualTo(500);
    }

    @Test
    void aTaskThatBlocksAfterATimeoutDoesNotKeepOtherEventsFromTimingOut() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .<String>bind((message, back) -> {}, "cross")
                .catching(
                        error -> {
                            gate.pass();
                            return "late";
                        },
                        "blocks"));
        flow.submit("x");
        gate.awaitReached();
        Flow<String, String> other =
                flows.start(Flows.<String>create("other").timeout(SHORT).<String>bind((message, back) -> {}, "cross"));

        assertThat(RunningFlows.errorOf(other.submit("y"))).isInstanceOf(EventTimeoutException.class);
        gate.open();
    }

    @Test
    void anEventIsNeverTooOldTooEarly() throws Exception {
        Duration timeout = Duration.ofMillis(300);
        Flow<String, String> flow =
                flows.start(Flows.<String>create("flow").timeout(timeout).<String>bind((message, back) -> {}, "cross"));
        for (int i = 0; i < 3; i++) {
            long start = System.nanoTime();

            RunningFlows.errorOf(flow.submit("x"));

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(timeout);
        }
    }
}
