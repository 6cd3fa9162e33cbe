package io.concor.queues.client.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.MessageArrivals.Interest;
import io.concor.queues.client.MessageArrivals.Waiter;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.TooManyWaitersException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalArrivalsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final LocalArrivals arrivals =
            new LocalArrivals(QueuesSettings.defaults().withMostWaiters(4, 2));
    private final List<String> woken = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        arrivals.close();
    }

    private Waiter waits(String client, @Nullable String from, Duration patience) {
        Interest interest = new Interest(client, "q", from);
        return arrivals.await(interest, arrivals.mark(interest), patience, wake -> woken.add(client + " " + wake));
    }

    private void awaitWoken(String... expected) {
        await().untilAsserted(() -> assertThat(woken).containsExactlyInAnyOrder(expected));
    }

    @Test
    void wakesTheReceiver() {
        waits("anna", null, LONG);
        waits("ben", null, LONG);

        arrivals.arrived("q", "ben", "carl");

        awaitWoken("ben ARRIVAL");
        assertThat(arrivals.clients("q")).isEqualTo(1);
    }

    @Test
    void wakesOneForAMessageToAnyAndNeverItsSender() {
        waits("anna", null, LONG);
        waits("ben", null, LONG);
        waits("carl", null, LONG);

        arrivals.arrived("q", null, "anna");

        awaitWoken("ben ARRIVAL");
        arrivals.arrived("q", null, "anna");
        awaitWoken("ben ARRIVAL", "carl ARRIVAL");
        arrivals.arrived("q", null, "anna");
        arrivals.arrived("other", null, "ben");
        assertThat(arrivals.clients("q")).as("anna waits").isEqualTo(1);
    }

    @Test
    void wakesNoneWhoWaitsForAnotherSender() {
        waits("anna", "ben", LONG);

        arrivals.arrived("q", "anna", "carl");
        arrivals.arrived("q", null, "carl");
        assertThat(arrivals.clients("q")).isEqualTo(1);

        arrivals.arrived("q", "anna", "ben");
        awaitWoken("anna ARRIVAL");
    }

    @Test
    void wakesAtOnceForWhatHasComeSinceTheMark() {
        Interest interest = new Interest("anna", "q", null);
        long mark = arrivals.mark(interest);
        arrivals.arrived("q", "anna", "ben");

        arrivals.await(interest, mark, LONG, wake -> woken.add("anna " + wake));

        awaitWoken("anna ARRIVAL");
        assertThat(arrivals.isAwaited()).isFalse();
    }

    @Test
    void isNotWokenByAMessageThatHasWokenAnother() {
        waits("ben", null, LONG);
        Interest interest = new Interest("anna", "q", null);
        long mark = arrivals.mark(interest);
        arrivals.arrived("q", null, "carl");
        awaitWoken("ben ARRIVAL");

        arrivals.await(interest, mark, LONG, wake -> woken.add("anna " + wake));

        assertThat(arrivals.clients("q")).isEqualTo(1);
    }

    @Test
    void wakesOnlySomeAtALook() {
        int waiters = 50;
        try (LocalArrivals many = new LocalArrivals(QueuesSettings.defaults())) {
            for (int i = 0; i < waiters; i++) {
                Interest interest = new Interest("anna", "q", null);
                many.await(interest, many.mark(interest), LONG, wake -> woken.add(wake.name()));
            }

            many.wakeSome("q", "anna");
            await().until(() -> woken.size() == 32);
            assertThat(many.isAwaited()).isTrue();

            many.wakeSome("q", null);
            await().until(() -> woken.size() == waiters);
            assertThat(many.isAwaited()).isFalse();
        }
    }

    @Test
    void isNotWokenByMessagesToOthersSinceTheMark() {
        Interest interest = new Interest("anna", "q", null);
        long mark = arrivals.mark(interest);
        arrivals.arrived("q", "ben", "carl");
        arrivals.arrived("other", null, "carl");

        arrivals.await(interest, mark, LONG, wake -> woken.add("anna " + wake));

        assertThat(arrivals.clients("q")).isEqualTo(1);
    }

    @Test
    void endsAtTheDeadline() {
        waits("anna", null, Duration.ofMillis(50));

        awaitWoken("anna DEADLINE");
        assertThat(arrivals.isAwaited()).isFalse();
        arrivals.arrived("q", "anna", "ben");
        assertThat(woken).hasSize(1);
    }

    @Test
    void callsNoneThatHasLeft() {
        Waiter anna = waits("anna", null, LONG);

        assertThat(anna.cancel()).isTrue();
        assertThat(anna.cancel()).isTrue();

        arrivals.arrived("q", "anna", "ben");
        waits("ben", null, Duration.ofMillis(50));
        awaitWoken("ben DEADLINE");
        assertThat(arrivals.isAwaited()).isFalse();
    }

    @Test
    void passesAWakeUpOnIfItsReceiverLeaves() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        arrivals.await(interest("dora"), -1, LONG, wake -> awaitLatch(busy));
        Waiter ben = waits("ben", null, LONG);
        waits("carl", null, LONG);

        arrivals.arrived("q", null, "anna");
        assertThat(ben.cancel()).as("the thread that calls back is busy").isTrue();
        busy.countDown();

        awaitWoken("carl ARRIVAL");
    }

    private static Interest interest(String client) {
        return new Interest(client, "q", null);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void isBoundedForAClientAndInAll() {
        waits("anna", null, LONG);
        waits("anna", "ben", LONG);
        assertThatExceptionOfType(TooManyWaitersException.class).isThrownBy(() -> waits("anna", null, LONG));
        waits("ben", null, LONG);
        Waiter carl = waits("carl", null, LONG);
        assertThatExceptionOfType(TooManyWaitersException.class).isThrownBy(() -> waits("dora", null, LONG));

        carl.cancel();
        waits("dora", null, LONG);
        arrivals.arrived("q", "anna", "ben");
        awaitWoken("anna ARRIVAL");
        waits("anna", null, LONG);
        assertThatExceptionOfType(TooManyWaitersException.class).isThrownBy(() -> waits("carl", null, LONG));
    }

    @Test
    void boundsHowLongOneWaits() {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> waits("anna", null, QueuesSettings.MOST_WAIT.plusMillis(1)));
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> waits("anna", null, Duration.ofMillis(-1)));
        assertThat(arrivals.isAwaited()).isFalse();
    }

    @Test
    void wakesAllWhenItCloses() {
        waits("anna", null, LONG);
        waits("ben", null, LONG);

        arrivals.close();

        awaitWoken("anna DEADLINE", "ben DEADLINE");
        waits("carl", null, LONG);
        awaitWoken("anna DEADLINE", "ben DEADLINE", "carl DEADLINE");
    }

    @Test
    void goesOnWhenACallbackFails() {
        arrivals.await(interest("anna"), arrivals.mark(interest("anna")), LONG, wake -> {
            throw new IllegalStateException("of the test");
        });
        waits("ben", null, LONG);

        arrivals.arrived("q", "anna", "carl");
        arrivals.arrived("q", "ben", "carl");

        awaitWoken("ben ARRIVAL");
    }

    @Test
    void describesWhoWaits() {
        waits("anna", null, LONG);
        waits("ben", "anna", LONG);

        assertThat(arrivals.awaited()).containsOnlyKeys("q");
        assertThat(arrivals.awaited().get("q")).containsExactlyInAnyOrder("anna", "ben");

        arrivals.wakeAll("q", null);
        awaitWoken("anna ARRIVAL", "ben ARRIVAL");
        assertThat(arrivals.awaited()).as("no board is left behind").isEmpty();
    }
}
