package io.concor.diagnosis;

import static io.concor.diagnosis.OverloadedFlow.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.Continuation;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Flows with a planted cause, under more load than they can handle. While other processes use the machine, another cause
 * may be true for some time, so each test waits until the planted one is named.
 */
@Timeout(180)
class PlantedCauseTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final ExecutorService client = Executors.newSingleThreadExecutor();
    private final AtomicInteger messages = new AtomicInteger();
    private OverloadedFlow flow;

    private void start(FlowBuilder<Integer, Integer> builder) {
        flow = new OverloadedFlow(builder);
    }

    @AfterEach
    void stop() throws InterruptedException {
        flow.close();
        client.shutdownNow();
    }

    private Verdict verdict(Cause cause) {
        return await("cause " + cause)
                .atMost(PATIENCE)
                .until(() -> flow.diagnosis().verdict("flow"), verdict -> verdict.cause() == cause);
    }

    private static FlowBuilder<Integer, Integer> builder() {
        return Flows.<Integer>create("flow").maxInFlight(64);
    }

    @Test
    @Tag("full")
    void namesTheSingleThreadOfATaskThatRequiresIt() {
        start(builder()
                .<Integer>map(message -> message, "quick")
                .join(JoinSettings.single())
                .<Integer>mapSingleThreaded(message -> sleep(message, 1_000), "slow")
                .join(JoinSettings.single())
                .<Integer>map(message -> message, "last"));

        Verdict verdict = verdict(Cause.SINGLE_THREAD);

        assertThat(verdict.slot()).isEqualTo("slow");
        assertThat(verdict.component()).isEqualTo("slow");
    }

    @Test
    void namesTooFewThreadsAndSaysHowManyWouldDo() {
        start(builder()
                .<Integer>map(message -> message, "quick")
                .join(JoinSettings.fixed(4))
                .<Integer>mapSynchronizedRemote(message -> sleep(message, 5_000), "remote"));

        Verdict verdict = verdict(Cause.TOO_FEW_THREADS);

        assertThat(verdict.component()).isEqualTo("remote");
        await("advice, after a closer look").atMost(PATIENCE).untilAsserted(() -> assertThat(
                        flow.diagnosis().verdict("flow").advice().get(0).change())
                .isNotNull()
                .satisfies(change -> assertThat(change.settings().threads()).isGreaterThan(4)));
    }

    @Test
    @Tag("full")
    void namesALockInATask() {
        Object lock = new Object();
        start(builder()
                .join(JoinSettings.fixed(8))
                .<Integer>mapSynchronizedRemote(
                        message -> {
                            synchronized (lock) {
                                return sleep(message, 2_000);
                            }
                        },
                        "locked"));

        Verdict verdict = verdict(Cause.LOCK);

        assertThat(verdict.component()).isEqualTo("locked");
        assertThat(verdict.summary()).contains("PlantedCauseTest");
    }

    @Test
    @Tag("full")
    void namesAdmissionIfEventsAwaitTheirContinuation() {
        Executor later = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);
        start(Flows.<Integer>create("flow")
                .<Integer>bind((message, continuation) -> answer(later, continuation), "remote")
                .<Integer>map(message -> message, "last")
                .maxInFlight(16));

        Verdict verdict = verdict(Cause.ADMISSION);

        assertThat(verdict.component()).isEqualTo("remote");
        assertThat(verdict.advice().get(0).setting()).isEqualTo("concor.flows.flow.max-in-flight");
    }

    private static void answer(Executor later, Continuation<Integer> continuation) {
        later.execute(() -> continuation.complete(1));
    }

    @Test
    void namesTheComponentThatFails() {
        start(builder()
                .join(JoinSettings.fixed(4))
                .<Integer>mapSynchronizedRemote(
                        message -> {
                            sleep(message, 5_000);
                            throw new IllegalStateException("planted");
                        },
                        "remote"));

        assertThat(verdict(Cause.DOWNSTREAM_ERRORS).component()).isEqualTo("remote");
    }

    @Test
    @Tag("full")
    void namesFewSlowMessages() {
        start(builder()
                .join(JoinSettings.fixed(4))
                .<Integer>mapSynchronizedRemote(
                        message -> sleep(message, messages.incrementAndGet() % 33 == 0 ? 200_000 : 1_000), "remote"));

        assertThat(verdict(Cause.SLOW_MESSAGES).component()).isEqualTo("remote");
    }

    @Test
    @Tag("full")
    void namesTheRemoteTaskThatOutlastsTheTimeoutAndPredictsNothing() {
        start(builder()
                .join(JoinSettings.fixed(4))
                .<Integer>mapSynchronizedRemote(message -> sleep(message, 2_000_000), "remote")
                .timeout(Duration.ofMillis(500)));

        Verdict verdict = verdict(Cause.SLOW_REMOTE);

        assertThat(verdict.component()).isEqualTo("remote");
        assertThat(verdict.summary()).contains("time out");
        assertThatExceptionOfType(PredictionUnavailableException.class)
                .isThrownBy(() -> flow.diagnosis()
                        .whatIf("flow", Map.of("remote", Optional.of(JoinSettings.fixed(8))), OptionalDouble.empty()))
                .withMessageContaining("timeout");
    }

    @Test
    @Tag("full")
    void namesTheRemoteSystemWhoseTimeoutsACatchComponentHandles() {
        start(builder()
                .<Integer>bind((message, continuation) -> {}, "remote")
                .timeout(Duration.ofMillis(500))
                .catching(error -> 0, "fallback"));

        Verdict verdict = verdict(Cause.SLOW_CALLBACK);

        assertThat(verdict.component()).isEqualTo("remote");
        assertThat(verdict.summary())
                .as("it may be failing by then")
                .endsWith("100 % of the events time out because 'remote' takes longer than the timeout.");
        assertThatExceptionOfType(PredictionUnavailableException.class)
                .isThrownBy(() -> flow.diagnosis().whatIf("flow", Map.of(), OptionalDouble.of(100)))
                .withMessageContaining("timeout");
    }

    @Test
    @Tag("full")
    void namesTheThreadThatCallsContinuationsIfItRunsWhatFollows() {
        start(builder()
                .<Integer>bind((message, continuation) -> answer(client, continuation), "remote")
                .<Integer>map(message -> sleep(message, 2_000), "after"));

        assertThat(verdict(Cause.CALLBACK_THREAD).component()).isEqualTo("after");
    }
}
