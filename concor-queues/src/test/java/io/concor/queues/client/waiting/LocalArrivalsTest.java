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

    private void waits(LocalArrivals many, String client, String name) {
        Interest interest = interest(client);
        many.await(interest, many.mark(interest), LONG, wake -> woken.add(name));
    }

    /** The older ones may be of connections that are dead. */
    @Test
    void wakesTheNewestOfAClient() {
        try (LocalArrivals many = new LocalArrivals(QueuesSettings.defaults())) {
            waits(many, "anna", "first");
            Interest ofBen = new Interest("anna", "q", "ben");
            many.await(ofBen, many.mark(ofBen), LONG, wake -> woken.add("second"));
            waits(many, "anna", "third");

            many.arrived("q", "anna", "ben");
            many.arrived("q", null, "ben");
            many.arrived("q", "anna", "ben");

            await().untilAsserted(() -> assertThat(woken).containsExactly("third", "second", "first"));
        }
    }

    @Test
    void takesTurnsAmongClients() {
        try (LocalArrivals many = new LocalArrivals(QueuesSettings.defaults())) {
            waits(many, "anna", "anna 1");
            waits(many, "anna", "anna 2");
            waits(many, "anna", "anna 3");
            waits(many, "ben", "ben");
            waits(many, "carl", "carl");

            many.arrived("q", null, "dora", 4);

            await().untilAsserted(() -> assertThat(woken).containsExactly("anna 3", "ben", "carl", "anna 2"));
        }
    }

    @Test
    void wakesAsManyAsThereAreMessages() {
        try (LocalArrivals many = new LocalArrivals(QueuesSettings.defaults())) {
            for (int i = 0; i < 50; i++) {
                waits(many, i % 2 == 0 ? "anna" : "ben", "woken");
            }

            many.arrived("q", "anna", "carl", 10);
            many.arrived("q", null, "anna", 20);

            await().until(() -> woken.size() == 30);
            assertThat(many.clients("q")).isEqualTo(2);
            many.arrived("q", null, "ben", 32);
            await().until(() -> woken.size() == 45);
            assertThat(many.clients("q")).as("ben waits for messages of others").isEqualTo(1);
        }
    }

    @Test
    void endsAllWaitsOfAClientThatLeaves() {
        Interest elsewhere = new Interest("anna", "other", "ben");
        arrivals.await(elsewhere, arrivals.mark(elsewhere), LONG, wake -> woken.add("elsewhere"));
        waits("anna", null, LONG);
        waits("ben", null, LONG);

        arrivals.clientLeft("anna", System.nanoTime());

        awaitWoken("elsewhere", "anna CLIENT_LEFT");
        assertThat(arrivals.clients("q")).isEqualTo(1);
        assertThat(arrivals.clients("other")).isZero();
    }

    /** Who has come since may wait at another queue of that name. */
    @Test
    void tellsOnlyThoseThatAQueueIsGoneWhoWaitedBefore() {
        waits("anna", null, LONG);
        long before = System.nanoTime();
        waits("ben", null, LONG);

        arrivals.queueDeleted("q", before);

        awaitWoken("anna QUEUE_DELETED", "ben ARRIVAL");
    }

    @Test
    void tellsOnlyThoseThatAClientHasLeftWhoWaitedBefore() {
        waits("anna", null, LONG);
        long before = System.nanoTime();
        waits("anna", null, LONG);

        arrivals.clientLeft("anna", before);

        awaitWoken("anna CLIENT_LEFT", "anna ARRIVAL");
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

    /** Ben sent the message, so he gets none; Carl waits for another sender. */
    @Test
    void passesAWakeUpOnToOneThatTakesTheMessage() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        try (LocalArrivals many = new LocalArrivals(QueuesSettings.defaults())) {
            many.await(interest("dora"), -1, LONG, wake -> awaitLatch(busy));
            Interest interest = interest("anna");
            Waiter anna = many.await(interest, many.mark(interest), LONG, wake -> woken.add("anna"));
            waits(many, "ben", "ben");
            Interest ofDora = new Interest("carl", "q", "dora");
            many.await(ofDora, many.mark(ofDora), LONG, wake -> woken.add("carl"));
            waits(many, "eve", "eve");

            many.arrived("q", null, "ben");
            assertThat(anna.cancel()).isTrue();
            busy.countDown();

            await().untilAsserted(() -> assertThat(woken).containsExactly("eve"));
            assertThat(many.clients("q")).isEqualTo(2);
        }
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

        assertThat(arrivals.awaited())
                .containsExactlyInAnyOrder(new Interest("anna", "q", null), new Interest("ben", "q", "anna"));

        arrivals.queueDeleted("q", System.nanoTime());
        awaitWoken("anna QUEUE_DELETED", "ben QUEUE_DELETED");
        assertThat(arrivals.awaited()).as("no board is left behind").isEmpty();
    }
}
