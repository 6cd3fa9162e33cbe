package io.concor;

import static io.concor.fixture.RunningFlows.errorOf;
import static io.concor.fixture.RunningFlows.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Notes;
import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of an event between two attempts. */
@Timeout(60)
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
class PostponedEventsTest {

    /** The load waits for changes, or it would end before the first one. */
    private static final int EVENTS_BETWEEN_CHANGES = 500;

    private static final long TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");
    private static final RetryPolicy AT_ONCE = RetryPolicy.maxRetries(3).delay(Duration.ZERO);
    private static final RetryPolicy IN_AN_HOUR = RetryPolicy.maxRetries(3).delay(Duration.ofHours(1));

    @RegisterExtension
    final RunningFlows flows;

    private final AtomicInteger calls = new AtomicInteger();

    PostponedEventsTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    private static FlowBuilder<Integer, Integer> builder() {
        return Flows.<Integer>create("flow").timeout(Duration.ofHours(2));
    }

    private <T> T failOnce(T message) {
        if (calls.incrementAndGet() == 1) {
            throw BROKEN;
        }
        return message;
    }

    private void awaitFirstAttempt() {
        await("the first attempt").until(() -> calls.get() >= 1); // on a busy machine the second one may follow
    }

    @Test
    void aStopWithinItsTimeEndsAnEventThatIsDueLater() throws Exception {
        Flow<Integer, Integer> flow = flows.start(builder().retry(IN_AN_HOUR).map(this::failOnce, "fails"));
        CompletableFuture<Integer> event = flow.submit(1);

        StopReport report = flows.manager().flow("flow").stop(Duration.ofMinutes(10));

        assertThat(report.clean()).as(report::toString).isTrue();
        assertThat(errorOf(event)).isSameAs(BROKEN);
    }

    @Test
    void aStopLetsAnEventBeTriedAgainThatIsDueWithinItsTime() throws Exception {
        Flow<Integer, Integer> flow = flows.start(builder()
                .join(JoinSettings.single())
                .retry(RetryPolicy.maxRetries(1).delay(Duration.ofMillis(200)))
                .map(this::failOnce, "fails"));
        CompletableFuture<Integer> event = flow.submit(1);
        awaitFirstAttempt();

        StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(20));

        assertThat(report.clean()).as(report::toString).isTrue();
        assertThat(get(event)).isEqualTo(1);
    }

    @Test
    void anEventThatFailsDuringAStopIsNotPostponedBeyondIt() throws Exception {
        Flow<Integer, Integer> flow = flows.start(builder()
                .join(JoinSettings.single())
                .retry(RetryPolicy.maxRetries(2).delay(Duration.ofMillis(200)).multiplier(100))
                .map(
                        message -> {
                            calls.incrementAndGet();
                            throw BROKEN;
                        },
                        "fails"));
        CompletableFuture<Integer> event = flow.submit(1);
        awaitFirstAttempt();

        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();
        assertThat(errorOf(event)).isSameAs(BROKEN);
        assertThat(calls).hasValue(2);
    }

    @Test
    void postponesEventsAgainAfterARestart() throws Exception {
        Flow<Integer, Integer> flow = flows.start(builder().retry(AT_ONCE).map(this::failOnce, "fails"));
        flows.manager().flow("flow").stop(Duration.ZERO);
        flows.manager().flow("flow").start();

        assertThat(get(flow.submit(1))).isEqualTo(1);
    }

    @Test
    void isReportedAtItsComponent() throws Exception {
        Flow<Integer, Integer> flow = flows.start(builder()
                .join(JoinSettings.single())
                .map((Integer message) -> message, "first")
                .retry(IN_AN_HOUR)
                .map(this::failOnce, "fails"));
        flow.submit(1);
        awaitFirstAttempt();

        await("the event is held")
                .until(() -> flows.manager()
                                .flow("flow")
                                .reading()
                                .components()
                                .get(1)
                                .pending()
                        == 1);
    }

    @Test
    void endsWhenItsCallerGivesUp() throws Exception {
        Queue<Throwable> caught = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(builder()
                .maxInFlight(1)
                .retry(IN_AN_HOUR)
                .map(this::failOnce, "fails")
                .catching(
                        error -> {
                            caught.add(error);
                            return 2;
                        },
                        "catches"));
        flow.submit(1).cancel(true);

        assertThat(get(flow.submit(3, Duration.ofSeconds(20)))).isEqualTo(3);
        assertThat(caught).isEmpty();
    }

    @Test
    void keepsItsThreadLocals() throws Exception {
        Notes notes = new Notes();
        List<String> seen = new CopyOnWriteArrayList<>();
        Flow<Integer, Integer> flow = flows.start(builder()
                .carrying(notes)
                .forEach(message -> notes.add("first"), "notes")
                .retry(AT_ONCE)
                .map(
                        message -> {
                            seen.add(String.valueOf(notes.read()));
                            return failOnce(message);
                        },
                        "fails"));
        notes.add("caller");
        CompletableFuture<Integer> event = flow.submit(1);

        assertThat(notes.read()).as("the caller's own").isEqualTo("caller");
        assertThat(get(event)).isEqualTo(1);
        assertThat(seen).containsExactly("caller first", "caller first");
        notes.forget();
    }

    @Test
    void isTriedAgainByTheOnlyThreadOfItsStage() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        Flow<Integer, Integer> flow = flows.start(builder()
                .join(JoinSettings.single())
                .map((Integer message) -> message, "first")
                .retry(AT_ONCE)
                .mapSingleThreaded(
                        message -> {
                            threads.add(Thread.currentThread().getName());
                            return failOnce(message);
                        },
                        "fails"));

        assertThat(get(flow.submit(1))).isEqualTo(1);
        assertThat(threads).containsExactly("flow.first-1", "flow.first-1");
    }

    @Test
    void goesOnWhereItsJoinWasRemovedMeanwhile() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        Flow<Integer, Integer> flow = flows.start(builder()
                .join(JoinSettings.fixed(2))
                .retry(RetryPolicy.maxRetries(1).delay(Duration.ofMillis(300)))
                .map(
                        message -> {
                            threads.add(Thread.currentThread().getName());
                            return failOnce(message);
                        },
                        "fails"));
        CompletableFuture<Integer> event = flow.submit(1);
        awaitFirstAttempt();
        flows.manager().change(ChangeRequest.takeOut("flow", "fails"));

        assertThat(get(event)).isEqualTo(1);
        assertThat(threads.get(1)).startsWith("flow-retry-");
    }

    @Test
    void triesATransitionAgain() throws Exception {
        Flow<Integer, Integer> flow = flows.start(builder()
                .retry(RetryPolicy.maxRetries(4).delay(Duration.ZERO))
                .bind(
                        (Integer message, Continuation<Integer> continuation) -> {
                            switch (calls.incrementAndGet()) {
                                case 1 -> throw BROKEN;
                                case 2 -> continuation.fail(BROKEN);
                                case 3 -> continuation.complete(null);
                                case 4 -> ForkJoinPool.commonPool().execute(() -> continuation.fail(BROKEN));
                                default -> ForkJoinPool.commonPool().execute(() -> continuation.complete(message + 1));
                            }
                        },
                        "asks")
                .join(JoinSettings.fixed(2))
                .map((Integer message) -> message * 10, "next"));

        assertThat(get(flow.submit(1))).isEqualTo(20);
        assertThat(calls).hasValue(5);
    }

    @Test
    void triesEachEventOfABatchAgainOnItsOwn() throws Exception {
        Queue<List<Integer>> batches = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(builder()
                .join(JoinSettings.batch(10).linger(Duration.ofMillis(100)))
                .retry(AT_ONCE)
                .mapBatch(
                        messages -> {
                            batches.add(List.copyOf(messages));
                            if (messages.contains(3) && calls.incrementAndGet() < 4) {
                                throw BROKEN;
                            }
                            return messages.stream()
                                    .map(message -> message * 10)
                                    .toList();
                        },
                        "writes"));
        List<CompletableFuture<Integer>> events =
                IntStream.range(0, 10).mapToObj(flow::submit).toList();

        for (int i = 0; i < events.size(); i++) {
            assertThat(get(events.get(i))).isEqualTo(i * 10);
        }
        assertThat(calls.get()).isBetween(4, 10);
        assertThat(batches.stream().flatMap(List::stream).filter(message -> message == 3))
                .hasSize(4);
    }

    @Test
    void losesAndRepeatsNothingWhileTheLayoutChangesUnderLoad() throws Exception {
        int events = 6_000;
        AtomicIntegerArray done = new AtomicIntegerArray(events);
        AtomicInteger inside = new AtomicInteger();
        Queue<String> violations = new ConcurrentLinkedQueue<>();
        RetryPolicy soon =
                RetryPolicy.maxRetries(1_000).delay(Duration.ofNanos(1)).jitter(Duration.ofMillis(1));
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .maxInFlight(256)
                .retry(soon)
                .map(PostponedEventsTest::failSometimes, "a")
                .retry(soon)
                .mapSingleThreaded(
                        (Integer message) -> {
                            if (inside.getAndIncrement() > 0) {
                                violations.add("overlap at " + message);
                            }
                            inside.decrementAndGet();
                            return failSometimes(message);
                        },
                        "b")
                .retry(soon)
                .map(PostponedEventsTest::failSometimes, "c")
                .forEach(done::incrementAndGet, "d"));
        int made;
        try (RandomChanges changes = new RandomChanges(flows.manager(), "flow", 11, RandomChanges::anyJoin)) {
            List<CompletableFuture<Void>> senders = new ArrayList<>();
            for (int sender = 0; sender < 3; sender++) {
                int first = sender;
                senders.add(RunningFlows.onOwnThread(() -> {
                    for (int event = first; event < events; event += 3) {
                        while (changes.made() < event / EVENTS_BETWEEN_CHANGES) {
                            LockSupport.parkNanos(TICK_NANOS);
                        }
                        flow.apply(event);
                    }
                }));
            }
            for (CompletableFuture<Void> sender : senders) {
                sender.get(50, TimeUnit.SECONDS);
            }
            made = changes.made();
        }
        StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(20));

        assertThat(report.clean()).as(report::toString).isTrue();
        assertThat(violations).as("with %d changes", made).isEmpty();
        assertThat(IntStream.range(0, events).filter(event -> done.get(event) != 1))
                .isEmpty();
    }

    private static Integer failSometimes(Integer message) {
        if (ThreadLocalRandom.current().nextInt(8) == 0) {
            throw BROKEN;
        }
        return message;
    }
}
