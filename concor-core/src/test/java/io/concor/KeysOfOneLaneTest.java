package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.KeyOrderDetector;
import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import io.concor.layout.StopReport;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
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

    /** A key of which the first half, and the second half, are in one lane each. */
    private record Account(int number) {

        @Override
        public int hashCode() {
            return number / (KEYS / 2);
        }
    }

    /** An event and its position among those of its key. */
    private record Booking(Account account, int number) {}

    /** @param failures how many of a hundred attempts fail */
    private record Accounts(KeyOrderDetector order, int failures) implements KeyedTask<Booking, Booking> {

        @Override
        public Object key(Booking booking) {
            return booking.account();
        }

        @Override
        public Booking apply(Booking booking) {
            order.handle(booking.account().number(), booking.number(), failures);
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
        KeyOrderDetector order = new KeyOrderDetector(KEYS);
        Flow<Booking, Booking> flow = flows.start(Flows.<Booking>create("flow")
                .maxInFlight(256)
                .retry(SOON)
                .mapKeyed(new Accounts(order, failures), "account"));
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
        assertThat(order.violations()).as("with %d changes", made).isEmpty();
        assertThat(order.handled()).containsOnly(ROUNDS);
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
