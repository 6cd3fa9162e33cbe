package io.concor;

import static io.concor.fixture.RunningFlows.errorOf;
import static io.concor.fixture.RunningFlows.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import io.concor.statistics.FlowStatistics.ComponentFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Components that are tried again. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
class RetryTest {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");
    private static final RetryPolicy AT_ONCE = RetryPolicy.maxRetries(3).delay(Duration.ZERO);
    private static final RetryPolicy IN_AN_HOUR = RetryPolicy.maxRetries(3).delay(Duration.ofHours(1));

    @RegisterExtension
    final RunningFlows flows;

    private final AtomicInteger calls = new AtomicInteger();

    RetryTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    /** Fails a number of times with the same error, and then gives the message back with a "!". */
    private <T> SimpleTask<T, String> failing(int times) {
        return message -> {
            if (calls.incrementAndGet() <= times) {
                throw BROKEN;
            }
            return message + "!";
        };
    }

    private static FlowBuilder<String, String> builder() {
        return Flows.<String>create("flow").map((String text) -> text + "+", "adds");
    }

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    @Test
    void triesAComponentAgainThatRunsOnCallersThreads() throws Exception {
        Flow<String, String> flow = flows.start(builder().retry(AT_ONCE).map(failing(2), "fails"));

        assertThat(get(flow.submit("a"))).isEqualTo("a+!");
        assertThat(calls).hasValue(3);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void triesAComponentAgainOnTheThreadsOfItsPool(JoinSettings pool) throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        Flow<String, String> flow = flows.start(builder()
                .join(pool)
                .retry(AT_ONCE)
                .map(
                        message -> {
                            threads.add(Thread.currentThread().getName());
                            return failing(2).apply(message);
                        },
                        "fails"));

        assertThat(get(flow.submit("a"))).isEqualTo("a+!");
        assertThat(threads).hasSize(3).allMatch(name -> name.startsWith("flow.fails-"));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void triesAComponentAgainThatFollowsInTheStage(JoinSettings pool) throws Exception {
        AtomicInteger before = new AtomicInteger();
        Flow<String, String> flow = flows.start(builder()
                .join(pool)
                .forEach(message -> before.incrementAndGet(), "before")
                .retry(AT_ONCE)
                .map(failing(3), "fails")
                .map(message -> message + "*", "after"));

        assertThat(get(flow.submit("a"))).isEqualTo("a+!*");
        assertThat(before).as("a component before it is not repeated").hasValue(1);
        assertThat(calls).hasValue(4);
    }

    @Test
    void endsWithTheLastErrorWhenTheRetriesAreUsedUp() throws Exception {
        Flow<String, String> flow = flows.start(builder().retry(AT_ONCE).map(failing(9), "fails"));

        assertThat(errorOf(flow.submit("a"))).isSameAs(BROKEN);
        assertThat(calls).hasValue(4);
    }

    @Test
    void countsRetriesApartFromErrors() throws Exception {
        Flow<String, String> flow = flows.start(builder().retry(AT_ONCE).map(failing(5), "fails"));
        errorOf(flow.submit("a"));
        get(flow.submit("b"));

        ComponentFigures figures = flows.manager()
                .flow("flow")
                .statistics()
                .sinceStart()
                .components()
                .get(1);
        assertThat(figures.retries()).isEqualTo(4);
        assertThat(figures.errors()).isEqualTo(1);
    }

    @Test
    void letsACatchComponentOfTheSameStageHandleTheLastErrorOnly() throws Exception {
        AtomicReference<ErrorContext> seen = new AtomicReference<>();
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.single())
                .retry(AT_ONCE)
                .map(failing(9), "fails")
                .recovering(
                        (error, context) -> {
                            seen.set(context);
                            return "recovered";
                        },
                        "recovers"));

        assertThat(get(flow.submit("a"))).isEqualTo("recovered");
        assertThat(seen.get()).isEqualTo(new ErrorContext("fails", "a+", "a", 4));
    }

    @Test
    void countsTheAttemptsOfEachEventAnew() throws Exception {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.fixed(3))
                .retry(AT_ONCE)
                .map(message -> calls.incrementAndGet() % 4 == 0 ? "done" : RetryTest.<String>fail(), "fails"));

        for (int i = 0; i < 50; i++) {
            assertThat(get(flow.submit(i))).isEqualTo("done");
        }
        assertThat(calls).hasValue(200);
    }

    private static <T> T fail() {
        throw BROKEN;
    }

    @Test
    void triesOnlyAfterIncludedErrorsAgain() throws Exception {
        RetryPolicy policy = RetryPolicy.maxRetries(5).delay(Duration.ZERO).includes(IOException.class);
        Flow<String, String> flow = flows.start(builder()
                .retry(policy)
                .map(
                        message -> {
                            throw calls.incrementAndGet() == 1 ? new IllegalStateException(new IOException()) : BROKEN;
                        },
                        "fails"));

        assertThat(errorOf(flow.submit("a"))).isSameAs(BROKEN);
        assertThat(calls).hasValue(2);
    }

    @Test
    void keepsTheErrorIfThePolicyFails() throws Exception {
        RetryPolicy broken = new RetryPolicy() {

            @Override
            public boolean shouldRetry(Throwable error) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Delays delays() {
                return () -> null;
            }
        };
        Flow<String, String> flow = flows.start(builder().retry(broken).map(message -> fail(), "fails"));

        assertThat(errorOf(flow.submit("a"))).isSameAs(BROKEN);
        assertThat(BROKEN.getSuppressed()).hasAtLeastOneElementOfType(UnsupportedOperationException.class);
    }

    /** The component has returned its result by then. */
    @Test
    void doesNotRepeatAComponentWhoseMessageFailedACheck() throws Exception {
        MessageCheck check = (event, passed, message) -> {
            if (passed == 1) {
                throw BROKEN;
            }
            return null;
        };
        Flow<String, String> flow = flows.start(builder()
                .checking((name, components, most) -> check)
                .retry(AT_ONCE)
                .map(failing(0), "checked"));

        assertThat(errorOf(flow.submit("a"))).isSameAs(BROKEN);
        assertThat(calls).hasValue(1);
    }

    @Test
    void waitsAsLongAsATaskAsks() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .retry(IN_AN_HOUR)
                .map(
                        message -> {
                            if (calls.incrementAndGet() == 1) {
                                throw new RetryAfterException(Duration.ofMillis(1));
                            }
                            return message;
                        },
                        "fails"));

        assertThat(get(flow.submit("a"))).isEqualTo("a+");
    }

    @Test
    void treatsARequestForARetryAsAnErrorWithoutAPolicy() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .map(
                        message -> {
                            throw new RetryAfterException(Duration.ZERO);
                        },
                        "fails"));

        assertThat(errorOf(flow.submit("a"))).isInstanceOf(RetryAfterException.class);
    }

    @Test
    void keepsTheErrorAtOnceIfTheNextAttemptWouldBeAfterTheTimeout() throws Exception {
        Flow<String, String> flow = flows.start(builder().retry(IN_AN_HOUR).map(failing(1), "fails"));

        assertThat(errorOf(flow.submit("a"))).isSameAs(BROKEN);
        assertThat(calls).hasValue(1);
    }

    @Test
    void holdsNoThreadBetweenAttempts() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .timeout(Duration.ofHours(2))
                .join(JoinSettings.single())
                .retry(IN_AN_HOUR)
                .map(message -> message.equals("a+") ? failing(1).apply(message) : message, "fails"));
        CompletableFuture<String> postponed = flow.submit("a");
        await("the first attempt").until(() -> calls.get() == 1);

        assertThat(get(flow.submit("b"))).as("another event passes").isEqualTo("b+");
        assertThat(postponed).isNotDone();
    }
}
