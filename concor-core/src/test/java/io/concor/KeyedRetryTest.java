package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.KeyOrderDetector;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.WatchedTransactions;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An event that is tried again keeps its place among those of its key; others do not wait for it. */
@Timeout(60)
class KeyedRetryTest {

    private static final int KEYS = 24;
    private static final int ROUNDS = 400;
    private static final RetryPolicy SOON = RetryPolicy.maxRetries(1_000).delay(Duration.ofNanos(1));
    private static final RetryPolicy IN_AN_HOUR = RetryPolicy.maxRetries(3).delay(Duration.ofHours(1));

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private record Booking(int account, int number) {}

    private record ByAccount(SimpleTask<Booking, Booking> task) implements KeyedTask<Booking, Booking> {

        @Override
        public Object key(Booking booking) {
            return booking.account();
        }

        @Override
        public Booking apply(Booking booking) throws Throwable {
            return task.apply(booking);
        }
    }

    private static JoinSettings anyJoin(Random random) {
        return random.nextInt(3) == 0 ? JoinSettings.single() : JoinSettings.keyed(1 + random.nextInt(6));
    }

    private static List<CompletableFuture<Void>> send(Flow<Booking, Booking> flow) {
        return IntStream.range(0, 3)
                .mapToObj(sender -> RunningFlows.onOwnThread(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        for (int account = sender; account < KEYS; account += 3) {
                            flow.apply(new Booking(account, round));
                        }
                    }
                }))
                .toList();
    }

    /** The second keyed component shows whether the order was kept up to the next slot. */
    @Test
    void keepsTheOrderOfEachKeyWhileItsJoinIsExchanged() throws Exception {
        KeyOrderDetector first = new KeyOrderDetector(KEYS);
        KeyOrderDetector second = new KeyOrderDetector(KEYS);
        Flow<Booking, Booking> flow = flows.start(Flows.<Booking>create("flow")
                .maxInFlight(256)
                .retry(SOON)
                .mapKeyed(new ByAccount(booking -> book(first, booking, 20)), "account")
                .retry(SOON)
                .map(this::failSometimes, "follows")
                .mapKeyed(new ByAccount(booking -> book(second, booking, 0)), "next"));
        Random random = new Random(7);
        int made = 0;
        CompletableFuture<?> sent = CompletableFuture.allOf(send(flow).toArray(CompletableFuture[]::new));
        while (!sent.isDone()) {
            String slot = random.nextBoolean() ? "account" : "next";
            flows.manager().change(ChangeRequest.put("flow", slot, anyJoin(random)));
            made++;
        }
        sent.get(1, TimeUnit.SECONDS);
        StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(20));

        assertThat(report.clean()).as(report::toString).isTrue();
        assertThat(first.violations()).as("with %d changes", made).isEmpty();
        assertThat(second.violations()).as("with %d changes", made).isEmpty();
        assertThat(first.handled()).containsOnly(ROUNDS);
        assertThat(second.handled()).containsOnly(ROUNDS);
    }

    private static Booking book(KeyOrderDetector order, Booking booking, int failures) {
        order.handle(booking.account(), booking.number(), failures);
        return booking;
    }

    private Booking failSometimes(Booking booking) {
        if (ThreadLocalRandom.current().nextInt(20) == 0) {
            throw new IllegalStateException("one of the attempts that fail");
        }
        return booking;
    }

    /** An event that goes back to the first component leaves its place at the second, and none is left for ever. */
    @Test
    void losesNothingInARangeWithTwoKeyedComponents() throws Exception {
        WatchedTransactions transactions = new WatchedTransactions();
        AtomicInteger ended = new AtomicInteger();
        Flow<Booking, Booking> flow = flows.start(Flows.<Booking>create("flow")
                .maxInFlight(256)
                .join(JoinSettings.keyed(2))
                .retry(SOON)
                .mapKeyed(new ByAccount(this::failSometimes), "first")
                .join(JoinSettings.keyed(2))
                .retry(SOON)
                .mapKeyed(new ByAccount(this::failSometimes), "second")
                .transaction("first", "second", transactions)
                .forEach(booking -> ended.incrementAndGet(), "ended"));
        for (CompletableFuture<Void> sender : send(flow)) {
            sender.get(50, TimeUnit.SECONDS);
        }
        StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(20));

        assertThat(report.clean()).as(report::toString).isTrue();
        assertThat(ended).hasValue(KEYS * ROUNDS);
        assertThat(transactions.committed()).isEqualTo(KEYS * ROUNDS);
        assertThat(transactions.violations()).isEmpty();
    }

    static Stream<JoinSettings> joins() {
        return Stream.of(JoinSettings.keyed(2), JoinSettings.single());
    }

    @ParameterizedTest
    @MethodSource("joins")
    void letsEventsOfOtherKeysPassWhileOneWaits(JoinSettings join) throws Exception {
        List<Booking> begun = new CopyOnWriteArrayList<>();
        Flow<Booking, Booking> flow = flows.start(Flows.<Booking>create("flow")
                .timeout(Duration.ofHours(2))
                .join(join)
                .retry(IN_AN_HOUR)
                .mapKeyed(
                        new ByAccount(booking -> {
                            begun.add(booking);
                            if (booking.number() == 0 && begun.size() == 1) {
                                throw new IllegalStateException("the first attempt");
                            }
                            return booking;
                        }),
                        "account"));
        CompletableFuture<Booking> failed = flow.submit(new Booking(1, 0));
        await("the first attempt").until(() -> begun.size() == 1);
        CompletableFuture<Booking> behind = flow.submit(new Booking(1, 1));

        assertThat(RunningFlows.get(flow.submit(new Booking(2, 0)))).isEqualTo(new Booking(2, 0));
        assertThat(failed).isNotDone();
        assertThat(behind).isNotDone();

        flows.manager().flow("flow").stop(Duration.ofSeconds(10));
        assertThat(RunningFlows.errorOf(failed)).hasMessage("the first attempt");
        assertThat(RunningFlows.get(behind)).isEqualTo(new Booking(1, 1));
    }

    /** The component has not run, and without a key there is no place to keep. */
    @ParameterizedTest
    @MethodSource("joins")
    void aKeyThatThrowsIsNotComputedAgain(JoinSettings join) throws Exception {
        AtomicInteger computed = new AtomicInteger();
        KeyedTask<Booking, Booking> withoutKeys = new KeyedTask<>() {

            @Override
            public Object key(Booking booking) {
                computed.incrementAndGet();
                throw new IllegalStateException("no key");
            }

            @Override
            public Booking apply(Booking booking) {
                return booking;
            }
        };
        Flow<Booking, Booking> flow =
                flows.start(Flows.<Booking>create("flow").join(join).retry(SOON).mapKeyed(withoutKeys, "account"));

        assertThat(RunningFlows.errorOf(flow.submit(new Booking(1, 0)))).hasMessage("no key");
        assertThat(computed).hasValue(1);
    }

    @Test
    void anEventThatWaitsForItsTurnTimesOut() throws Exception {
        List<Integer> begun = new CopyOnWriteArrayList<>();
        Flow<Booking, Booking> flow = flows.start(Flows.<Booking>create("flow")
                .timeout(Duration.ofSeconds(2))
                .join(JoinSettings.keyed(2))
                .retry(RetryPolicy.maxRetries(1).delay(Duration.ofMillis(1_500)))
                .mapKeyed(
                        new ByAccount(booking -> {
                            begun.add(booking.number());
                            throw new IllegalStateException("each attempt");
                        }),
                        "account")
                .bind((Booking booking, Continuation<Booking> never) -> {}, "away"));
        CompletableFuture<Booking> failed = flow.submit(new Booking(1, 0));
        await("the first attempt").until(() -> begun.size() == 1);
        CompletableFuture<Booking> cancelled = flow.submit(new Booking(1, 1));
        cancelled.cancel(true);
        CompletableFuture<Booking> behind = flow.submit(new Booking(1, 2));

        assertThat(RunningFlows.errorOf(failed)).hasMessage("each attempt");
        assertThat(RunningFlows.errorOf(behind)).hasMessage("each attempt");
        assertThat(begun).as("that of the caller who gave up was not tried").doesNotContain(1);
    }

    @Test
    void movesToTheNextSlotWhenTheLayoutChangesMeanwhile() throws Exception {
        List<Integer> passed = new ArrayList<>();
        AtomicInteger attempts = new AtomicInteger();
        Flow<Booking, Booking> flow = flows.start(Flows.<Booking>create("flow")
                .timeout(Duration.ofHours(2))
                .join(JoinSettings.keyed(2))
                .mapKeyed(new ByAccount(booking -> booking), "account")
                .retry(RetryPolicy.maxRetries(1).delay(Duration.ofMillis(300)))
                .map(
                        (Booking booking) -> {
                            if (booking.number() == 0 && attempts.incrementAndGet() == 1) {
                                throw new IllegalStateException("the first attempt");
                            }
                            synchronized (passed) {
                                passed.add(booking.number());
                            }
                            return booking;
                        },
                        "follows"));
        List<CompletableFuture<Booking>> all = new ArrayList<>(List.of(flow.submit(new Booking(1, 0))));
        await("the first attempt").until(() -> attempts.get() == 1);
        all.add(flow.submit(new Booking(1, 1)));
        flows.manager().change(ChangeRequest.put("flow", "follows", JoinSettings.fixed(1)));

        for (CompletableFuture<Booking> each : all) {
            RunningFlows.get(each);
        }
        assertThat(passed).containsExactly(0, 1);
    }
}
