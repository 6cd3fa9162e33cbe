package io.concor;

import static io.concor.fixture.RunningFlows.errorOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import io.concor.layout.StopReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events that ended with an error and that nobody awaits. */
@Timeout(60)
class DeadLetterTest {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final List<DeadLetter<String>> letters = new CopyOnWriteArrayList<>();

    private FlowBuilder<String, String> builder() {
        return Flows.<String>create("flow").deadLetters(letters::add).map((String text) -> text + "+", "adds");
    }

    private static <T> T fail() {
        throw BROKEN;
    }

    private DeadLetter<String> awaitLetter() {
        await("a dead letter").until(() -> letters.size() == 1);
        return letters.get(0);
    }

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void getsTheMessageThatEnteredAndItsAttempts(JoinSettings pool) {
        Flow<String, String> flow = flows.start(builder()
                .join(pool)
                .retry(RetryPolicy.maxRetries(2).delay(Duration.ofMillis(20)))
                .map(text -> DeadLetterTest.<String>fail(), "fails"));
        Instant before = Instant.now().minusMillis(1);
        flow.apply("a");

        DeadLetter<String> letter = awaitLetter();
        assertThat(letter.flow()).isEqualTo("flow");
        assertThat(letter.component()).isEqualTo("fails");
        assertThat(letter.message()).isEqualTo("a");
        assertThat(letter.error()).isSameAs(BROKEN);
        assertThat(letter.attempts()).isEqualTo(3);
        assertThat(letter.firstFailed()).isBetween(before, letter.lastFailed().minusMillis(30));
    }

    @Test
    void isGivenForAnEventThatWasTriedToEnterAndFailedAtOnce() {
        Flow<String, String> flow = flows.start(builder().map(text -> DeadLetterTest.<String>fail(), "fails"));

        assertThat(flow.tryApply("a")).isTrue();

        assertThat(awaitLetter().attempts()).isEqualTo(1);
        assertThat(awaitLetter())
                .hasToString(
                        "dead letter of flow 'flow', component 'fails', attempts 1, java.lang.IllegalStateException");
    }

    @Test
    void isGivenForATimeout() {
        Flow<String, String> flow = flows.start(
                builder().timeout(Duration.ofMillis(50)).bind((String text, Continuation<String> never) -> {}, "asks"));
        flow.apply("a");

        assertThat(awaitLetter().error()).isInstanceOf(EventTimeoutException.class);
    }

    @Test
    void isNotGivenIfACallerAwaitsTheEventOrItIsCaught() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .map(text -> text.startsWith("a") ? DeadLetterTest.<String>fail() : text, "fails")
                .catching(error -> "caught", "catches")
                .map(text -> text.equals("b+") ? DeadLetterTest.<String>fail() : text, "fails again"));

        flow.apply("a");
        assertThat(errorOf(flow.submit("b"))).isSameAs(BROKEN);
        flow.apply("b");

        assertThat(awaitLetter().message()).isEqualTo("b");
    }

    /** On a thread of the caller, for which no stop waits. */
    @Test
    void aStopWaitsUntilItIsReceived() {
        Gate gate = new Gate();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .deadLetters(letter -> {
                    gate.pass();
                    letters.add(letter);
                })
                .map(text -> DeadLetterTest.<String>fail(), "fails"));
        CompletableFuture<Void> caller = RunningFlows.onOwnThread(() -> flow.apply("a"));
        gate.awaitReached();
        CompletableFuture<Void> stop = RunningFlows.onOwnThread(() -> {
            StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(20));
            assertThat(report.clean()).as(report::toString).isTrue();
            assertThat(letters).hasSize(1);
        });
        await("the stop waits").until(() -> stop.isDone() || isStopping());
        gate.open();

        await("the stop").until(stop::isDone);
        assertThat(stop).isCompleted();
        assertThat(caller).succeedsWithin(Duration.ofSeconds(20));
    }

    private static boolean isStopping() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Stream::of)
                .anyMatch(frame -> frame.getClassName().endsWith("DeferredInterrupt")
                        && frame.getMethodName().equals("park"));
    }

    @Test
    void isGivenForAnEventThatAStopEnds() {
        Flow<String, String> flow =
                flows.start(builder().bind((String text, Continuation<String> never) -> {}, "asks"));
        flow.apply("a");
        flows.manager().flow("flow").stop(Duration.ZERO);

        assertThat(awaitLetter().error()).isInstanceOf(FlowStoppedException.class);
    }

    @Test
    void entersAnotherFlow() {
        Flow<DeadLetter<String>, DeadLetter<String>> graveyard =
                flows.start(Flows.<DeadLetter<String>>create("graveyard")
                        .join(JoinSettings.single())
                        .forEach(letters::add, "keeps"));
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .deadLetters(graveyard)
                .join(JoinSettings.single())
                .map(text -> DeadLetterTest.<String>fail(), "fails"));
        flow.apply("a");

        assertThat(awaitLetter().message()).isEqualTo("a");
        await("it is counted")
                .until(() -> flows.manager().flow("flow").summary().deadLetters() == 1);
    }

    @Test
    void harmsNoOtherEventIfItsReceiverThrows() {
        AtomicInteger received = new AtomicInteger();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .maxInFlight(1)
                .deadLetters(letter -> {
                    received.incrementAndGet();
                    throw new UnsupportedOperationException();
                })
                .join(JoinSettings.single())
                .map(text -> DeadLetterTest.<String>fail(), "fails"));
        flow.apply("a");
        flow.apply("b");

        await("both").until(() -> flows.manager().flow("flow").summary().lostDeadLetters() == 2);
        assertThat(received).hasValue(2);
        await("no event is inside")
                .until(() ->
                        flows.manager().flow("flow").stop(Duration.ofSeconds(5)).clean());
    }

    @Test
    void refusesASecondReceiver() {
        assertThatThrownBy(() -> builder().deadLetters(letters::add))
                .isInstanceOf(InvalidFlowException.class)
                .hasMessage("Flow 'flow': its dead letters have two receivers. Set one");
    }
}
