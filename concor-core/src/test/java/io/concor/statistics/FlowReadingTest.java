package io.concor.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.WatchedTransactions;
import io.concor.statistics.FlowReading.ComponentReading;
import io.concor.statistics.FlowReading.SlotReading;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.CertPathBuilder;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where a reading finds the events of a flow. */
@Timeout(60)
class FlowReadingTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final CountDownLatch open = new CountDownLatch(1);
    private final List<Continuation<Integer>> continuations = new ArrayList<>();

    private FlowReading reading() {
        return flows.manager().flow("flow").reading();
    }

    private ComponentReading component(int i) {
        return reading().components().get(i);
    }

    private FlowLevels levels() {
        return flows.manager().flow("flow").levels();
    }

    private Integer awaitOpen(Integer message) throws InterruptedException {
        open.await();
        return message;
    }

    @Test
    void findsEventsInTasksOfAJoinAndInItsQueue() {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.fixed(2)).<Integer>map(this::awaitOpen, "slow"));
        for (int i = 0; i < 5; i++) {
            flow.apply(i);
        }

        await("two threads in the task")
                .untilAsserted(() -> assertThat(component(0).running()).isEqualTo(2));
        SlotReading slot = reading().slots().get(0);
        assertThat(slot.queue()).isEqualTo(3);
        assertThat(slot.totalThreads()).isEqualTo(2);
        assertThat(slot.threadIds()).hasSize(2);
        assertThat(component(0).runningOutside()).isZero();
        assertThat(levels())
                .returns(2, levels -> levels.components().get(0).running())
                .returns(0, levels -> levels.components().get(0).runningOutside())
                .returns(3L, levels -> levels.components().get(0).queue())
                .returns(5L, FlowLevels::arrived)
                .returns(5L, FlowLevels::inFlight)
                .returns(reading().builtNanos(), FlowLevels::builtNanos);
        open.countDown();
    }

    @Test
    void findsThreadsThatBeginATransactionAtItsFirstComponent() {
        WatchedTransactions watched = new WatchedTransactions();
        CountDownLatch begun = new CountDownLatch(1);
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.fixed(1))
                .<Integer>map(message -> message, "first")
                .<Integer>map(message -> message, "last")
                .transaction("first", "last", () -> {
                    if (begun.getCount() == 0) {
                        open.await();
                    }
                    begun.countDown();
                    return watched.begin();
                }));
        assertThat(flow.submit(1)).succeedsWithin(Duration.ofSeconds(20));

        flow.apply(2);

        await("the thread at the begin of the transaction")
                .untilAsserted(
                        () -> assertThat(levels().components().get(0).running()).isEqualTo(1));
        assertThat(levels().components().get(1).running()).isZero();
        open.countDown();
    }

    @Test
    void findsEventsThatAwaitTheirContinuationAndThoseOnForeignThreads() {
        CompletableFuture<Continuation<Integer>> asked = new CompletableFuture<>();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>bind((message, continuation) -> asked.complete(continuation), "remote")
                .<Integer>map(this::awaitOpen, "slow"));
        flow.apply(1);

        assertThat(component(0).pending()).isEqualTo(1);
        assertThat(levels().components().get(0).pending()).isEqualTo(1);
        Thread client = new Thread(() -> asked.join().complete(2));
        client.start();
        await("the client's thread in the task")
                .untilAsserted(() -> assertThat(component(1).runningOutside()).isEqualTo(1));
        assertThat(component(0).pending()).isZero();
        assertThat(component(1).running()).isZero();
        assertThat(levels())
                .returns(0, levels -> levels.components().get(0).pending())
                .returns(1, levels -> levels.components().get(1).runningOutside())
                .returns(0, levels -> levels.components().get(1).running());
        open.countDown();
    }

    @Test
    void countsTheThreadsThatCallContinuations() throws InterruptedException {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .sampling(new Sampling(true, 1, 1))
                .<Integer>bind((message, continuation) -> continuations.add(continuation), "remote")
                .<Integer>map(message -> message, "after"));
        assertThat(component(0).callingThreads()).isZero();

        call(flow, 3);
        assertThat(component(0).callingThreads()).isEqualTo(1);
        assertThat(component(1).callingThreads()).isZero();
        call(flow, 1);

        assertThat(component(0).callingThreads()).isEqualTo(2);
    }

    @Test
    void countsTimeoutsThatACatchComponentHandles() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .timeout(Duration.ofMillis(50))
                .<Integer>bind((message, continuation) -> {}, "remote")
                .catching(error -> 0, "fallback"));

        assertThat(flow.submit(1)).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(0);

        assertThat(reading()).returns(1L, FlowReading::timeouts).returns(0L, FlowReading::failed);
        assertThat(component(0)).returns(1L, ComponentReading::errors).returns(1L, ComponentReading::timeouts);
        assertThat(flows.manager().flow("flow").summary().timedOut()).isZero();
    }

    @Test
    void countsATimeoutOnceThoughACatchComponentThrowsItAgain() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .timeout(Duration.ofMillis(50))
                .<Integer>bind((message, continuation) -> {}, "remote")
                .catching(
                        error -> {
                            throw error;
                        },
                        "fallback"));

        for (int i = 0; i < 3; i++) {
            assertThat(flow.submit(i)).failsWithin(Duration.ofSeconds(30));
        }

        assertThat(reading()).returns(3L, FlowReading::timeouts).returns(3L, FlowReading::failed);
        assertThat(flows.manager().flow("flow").summary().timedOut()).isEqualTo(3);
    }

    @Test
    void countsEachTimeoutOfAnEventThatRecoversInBetween() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .timeout(Duration.ofMillis(50))
                .<Integer>bind((message, continuation) -> {}, "remote")
                .catching(error -> 0, "fallback")
                .<Integer>bind((message, continuation) -> {}, "store"));

        assertThat(flow.submit(1)).failsWithin(Duration.ofSeconds(30));

        assertThat(reading()).returns(2L, FlowReading::timeouts).returns(1L, FlowReading::failed);
    }

    private void call(Flow<Integer, Integer> flow, int events) throws InterruptedException {
        for (int i = 0; i < events; i++) {
            flow.apply(i);
        }
        Thread client = new Thread(() -> continuations.forEach(continuation -> continuation.complete(1)));
        client.start();
        client.join();
        continuations.clear();
    }

    @Test
    void countsErrorsAtTheComponentThatFailedAlsoIfTheyAreCaught() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>map(message -> 1 / message, "divide")
                .catching(error -> 0, "catch")
                .<Integer>map(message -> 1 / message, "again"));

        assertThat(flow.submit(0)).isCompletedExceptionally();

        assertThat(component(0).errors()).isEqualTo(1);
        assertThat(component(0).timeouts()).isZero();
        assertThat(component(0).latestError()).isEqualTo("ArithmeticException");
        assertThat(component(1).errors()).isZero();
        assertThat(component(1).latestError()).isNull();
        assertThat(component(2).errors()).isEqualTo(1);
    }

    @Test
    void namesTheInnermostCauseOfTheLatestError() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>map(
                        message -> {
                            throw new IllegalStateException(new CompletionException(new TimeoutException()));
                        },
                        "call"));

        assertThat(flow.submit(0)).isCompletedExceptionally();

        assertThat(component(0).latestError()).isEqualTo("IllegalStateException caused by TimeoutException");
    }

    @Test
    void namesNoCauseOfAMoreGeneralType() {
        Throwable[] thrown = {
            new CompletionException(new FileNotFoundException().initCause(new IOException())),
            new FileNotFoundException().initCause(new IOException()),
            new IOException(new FileNotFoundException())
        };
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>map(
                        message -> {
                            throw thrown[message];
                        },
                        "call"));

        assertThat(latestErrorAfter(flow, 0)).isEqualTo("CompletionException caused by FileNotFoundException");
        assertThat(latestErrorAfter(flow, 1)).isEqualTo("FileNotFoundException");
        assertThat(latestErrorAfter(flow, 2)).isEqualTo("IOException caused by FileNotFoundException");
    }

    /** The HTTP client of the JDK has some of its timeouts caused by one. */
    @Test
    void namesNoCauseThatIsInternalToTheJdk() throws Exception {
        Throwable internal = noCertificatePath();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>map(
                        message -> {
                            throw new IllegalStateException(new TimeoutException().initCause(internal));
                        },
                        "call"));

        assertThat(internal.getClass().getPackageName()).startsWith("sun.");
        assertThat(latestErrorAfter(flow, 0)).isEqualTo("IllegalStateException caused by TimeoutException");
    }

    private static Throwable noCertificatePath() throws Exception {
        PublicKey key = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic();
        X509CertSelector unknown = new X509CertSelector();
        unknown.setSubject(new X500Principal("CN=somebody"));
        return catchThrowable(() -> CertPathBuilder.getInstance("PKIX")
                .build(new PKIXBuilderParameters(Set.of(new TrustAnchor("CN=nobody", key, null)), unknown)));
    }

    private String latestErrorAfter(Flow<Integer, Integer> flow, int message) {
        assertThat(flow.submit(message)).isCompletedExceptionally();
        return component(0).latestError();
    }

    @Test
    void countsCallersThatWaitForAdmission() throws InterruptedException {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>bind((message, continuation) -> {}, "never")
                .maxInFlight(1));
        flow.apply(1);
        Thread caller = new Thread(() -> flow.submit(2));
        caller.start();

        await("the caller waits")
                .untilAsserted(() -> assertThat(reading().waitingCallers()).isEqualTo(1));
        assertThat(levels().waitingCallers()).isEqualTo(1);
        caller.interrupt();
        caller.join();
    }

    @Test
    void containsTheDistributionOfSampledTimes() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .sampling(new Sampling(true, 1, 1))
                .join(JoinSettings.single())
                .<Integer>map(message -> message, "quick"));
        flow.submit(1).join();

        await("the event ended").untilAsserted(() -> assertThat(
                        flows.manager().flow("flow").histograms().latency().samples())
                .isEqualTo(1));
        FlowHistograms times = flows.manager().flow("flow").histograms();
        assertThat(times.service().get(0).samples()).isEqualTo(1);
        assertThat(times.waiting().get(0).nanosAt(1)).isPositive();
    }
}
