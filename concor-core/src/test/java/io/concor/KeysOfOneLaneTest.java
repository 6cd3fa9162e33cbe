package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import io.concor.layout.StopReport;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Different keys with equal hash codes share a lane. Each key keeps its order, and none is held up for ever. */
@Timeout(60)
class KeysOfOneLaneTest {

    private static final int KEYS = 12;
    private static final int ROUNDS = 400;
    private static final int SENDERS = 3;
    private static final RetryPolicy SOON = RetryPolicy.maxRetries(1_000).delay(Duration.ofNanos(1));

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    /** A key of which the first half, and the second half, are in one lane each. */
    private record Account(int number) {

        @Override
        public int hashCode() {
            return number / (KEYS / 2);
        }
    }

    /** An event and its position among those of its key. */
    private record Booking(Account account, int number) {}

    /** Notices when events of one key overlap or come in another order; its state is not guarded on purpose. */
    private final class Accounts implements KeyedTask<Booking, Booking> {

        private final int failures;
        private final int[] booked = new int[KEYS];
        private final AtomicInteger[] inside =
                Stream.generate(AtomicInteger::new).limit(KEYS).toArray(AtomicInteger[]::new);

        Accounts(int failures) {
            this.failures = failures;
        }

        @Override
        public Object key(Booking booking) {
            return booking.account();
        }

        @Override
        public Booking apply(Booking booking) {
            int account = booking.account().number();
            if (inside[account].getAndIncrement() > 0) {
                violations.add("overlap at " + booking);
            }
            if (booked[account] != booking.number()) {
                violations.add("%s after %d".formatted(booking, booked[account]));
            }
            boolean fails = ThreadLocalRandom.current().nextInt(100) < failures;
            booked[account] = fails ? booked[account] : booking.number() + 1;
            inside[account].decrementAndGet();
            if (fails) {
                throw new IllegalStateException("one of the attempts that fail");
            }
            return booking;
        }
    }

    @Test
    void theKeysOfThisTestAreInTwoLanes() {
        assertThat(IntStream.range(0, KEYS).map(number -> new Account(number).hashCode()))
                .containsOnly(0, 1);
    }

    @ParameterizedTest(name = "{0} % of the attempts fail and are made again")
    @ValueSource(ints = {0, 20})
    void keepTheOrderOfEachKeyWhileTheirJoinIsResizedAndExchanged(int failures) throws Exception {
        Accounts accounts = new Accounts(failures);
        Flow<Booking, Booking> flow = flows.start(
                Flows.<Booking>create("flow").maxInFlight(256).retry(SOON).mapKeyed(accounts, "account"));
        int made;
        try (RandomChanges changes = new RandomChanges(
                flows.manager(),
                "flow",
                10,
                random -> random.nextInt(3) == 0 ? JoinSettings.single() : JoinSettings.keyed(1 + random.nextInt(6)))) {
            for (CompletableFuture<Void> sender : IntStream.range(0, SENDERS)
                    .mapToObj(sender -> RunningFlows.onOwnThread(() -> send(flow, sender)))
                    .toList()) {
                RunningFlows.get(sender);
            }
            made = changes.made();
        }
        StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(20));

        assertThat(report.clean()).as(report::toString).isTrue();
        assertThat(made).as("changes").isPositive();
        assertThat(violations).as("with %d changes", made).isEmpty();
        assertThat(accounts.booked).containsOnly(ROUNDS);
    }

    /** Each sender has keys of both lanes for itself. */
    private static void send(Flow<Booking, Booking> flow, int sender) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int account = sender; account < KEYS; account += SENDERS) {
                flow.apply(new Booking(new Account(account), round));
            }
        }
    }
}
