package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queues.client.MessageArrivals.Interest;
import io.concor.queues.client.MessageArrivals.Wake;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Who waits is woken by what comes, from this process, from another one, or because a lease or a delay ends. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WaitingTest extends QueuesContract {

    private static final Duration LONG = Duration.ofSeconds(60);
    /** Of a wake-up that does not come by a timer, but for a busy machine. */
    private static final Duration SOON = Duration.ofSeconds(20);

    private static final int ROUNDS = 12;
    /** Each waits at two inboxes, and a hundred are looked at in one step. */
    private static final int MANY = 150;

    private final Executor threads = ForkJoinPool.commonPool();

    /** Receives as a server does: looks, waits, and looks again when woken. */
    private CompletableFuture<Optional<ReceivedMessage>> receiveWaiting(
            JdbcQueues of, String client, @Nullable String from, Duration patience) {
        CompletableFuture<Optional<ReceivedMessage>> result = new CompletableFuture<>();
        look(of, new ReceiveRequest(client, queue, from, null), System.nanoTime() + patience.toNanos(), result);
        return result;
    }

    private void look(
            JdbcQueues of, ReceiveRequest request, long endNanos, CompletableFuture<Optional<ReceivedMessage>> result) {
        Interest interest = new Interest(request.client(), request.queue(), request.from());
        long mark = of.arrivals().mark(interest);
        Optional<ReceivedMessage> found = of.receive(request);
        long left = endNanos - System.nanoTime();
        if (found.isPresent() || left <= 0) {
            result.complete(found);
            return;
        }
        of.arrivals().await(interest, mark, Duration.ofNanos(left), wake -> {
            if (wake == Wake.DEADLINE) {
                result.complete(Optional.empty());
            } else {
                threads.execute(() -> look(of, request, endNanos, result));
            }
        });
    }

    private void awaitWaiting(JdbcQueues of, int count) {
        await().alias("requests wait")
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> of.management().figures(queue).clients() == count);
    }

    private static void awaitContent(String content, CompletableFuture<Optional<ReceivedMessage>> received) {
        await().atMost(SOON).untilAsserted(() -> assertThat(received).isDone());
        assertThat(received.join().map(found -> found.message().content())).contains(content);
    }

    @Test
    void isWokenByAMessageOfThisProcess() {
        CompletableFuture<Optional<ReceivedMessage>> received = receiveWaiting(queues, anna, null, LONG);
        awaitWaiting(queues, 1);

        send(ben, carl, "for another");
        sendToAny(anna, "by herself");
        send(ben, anna, "x");

        awaitContent("x", received);
    }

    @Test
    void isWokenByAMessageOfAnotherProcess() throws Exception {
        JdbcQueues other = under.open(settings());
        CompletableFuture<Optional<ReceivedMessage>> received = receiveWaiting(other, anna, ben, LONG);
        awaitWaiting(other, 1);

        queues.send(MessageToSend.toAny(ben, queue, "x"));

        awaitContent("x", received);
    }

    @Test
    void isWokenWhenALeaseOrADelayEnds() {
        send(ben, anna, "leased");
        lease(anna, Duration.ofMillis(300));
        CompletableFuture<Optional<ReceivedMessage>> first = receiveWaiting(queues, anna, null, LONG);
        awaitContent("leased", first);

        queues.send(MessageToSend.to(anna, ben, queue, "delayed").delayed(Duration.ofMillis(300)));
        CompletableFuture<Optional<ReceivedMessage>> second = receiveWaiting(queues, anna, null, LONG);
        awaitContent("delayed", second);
    }

    /** The look each second would need a second for each of them. */
    @Test
    void isWokenBeforeTheLookEachSecond() throws Exception {
        long began = System.nanoTime();

        for (int i = 0; i < ROUNDS; i++) {
            CompletableFuture<Optional<ReceivedMessage>> received = receiveWaiting(queues, anna, null, LONG);
            awaitWaiting(queues, 1);
            send(ben, anna, "x" + i);
            assertThat(received.get(LONG.toSeconds(), TimeUnit.SECONDS)).isPresent();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(ROUNDS / 2));
    }

    @Test
    void isWokenByWhatAnotherProcessGivesBackBeforeTheLookEachSecond() throws Exception {
        JdbcQueues other = under.open(settings());
        List<String> lessees =
                IntStream.range(0, ROUNDS).mapToObj(i -> freshClient("lessee")).toList();
        for (String lessee : lessees) {
            sendToAny(ben, "x");
            lease(lessee, LONG_LEASE);
        }
        await().alias("the processes know of each other").until(() -> isWokenSoon(other));
        long began = System.nanoTime();

        for (String lessee : lessees) {
            CompletableFuture<Optional<ReceivedMessage>> received = receiveWaiting(other, anna, null, LONG);
            awaitWaiting(other, 1);
            queues.management().requeue(queue, lessee);
            assertThat(received.get(LONG.toSeconds(), TimeUnit.SECONDS)).isPresent();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(ROUNDS / 2));
    }

    /** Returns whether a message of this process wakes one that waits in another one at once. */
    private boolean isWokenSoon(JdbcQueues other) {
        CompletableFuture<Optional<ReceivedMessage>> received = receiveWaiting(other, anna, null, LONG);
        awaitWaiting(other, 1);
        long began = System.nanoTime();
        send(ben, anna, "x");
        received.join();
        return System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(300);
    }

    /** Anna may not have the message that Carl is woken for. */
    @Test
    void isNotWokenInVainByAMessageOfAnotherProcess() throws Exception {
        JdbcQueues other = under.open(settings());
        AtomicInteger vain = new AtomicInteger();
        for (Interest none : List.of(new Interest(anna, queue, null), new Interest(ben, queue, carl))) {
            other.arrivals().await(none, other.arrivals().mark(none), LONG, wake -> vain.incrementAndGet());
        }
        CompletableFuture<Optional<ReceivedMessage>> received = receiveWaiting(other, carl, null, LONG);
        awaitWaiting(other, 3);

        sendToAny(anna, "x");

        awaitContent("x", received);
        assertThat(vain).hasValue(0);
    }

    @Test
    void knowsThatItsQueueIsDeletedByThisOrAnotherProcess() throws Exception {
        CompletableFuture<Wake> ofThis = awaitAsAnna(queues, null);
        CompletableFuture<Wake> ofOther = awaitAsAnna(under.open(settings()), null);

        queues.delete(ben, queue, true);

        awaitWake(Wake.QUEUE_DELETED, ofThis);
        awaitWake(Wake.QUEUE_DELETED, ofOther);
    }

    private CompletableFuture<Wake> awaitAsAnna(JdbcQueues of, @Nullable String from) {
        return awaitAt(of, new Interest(anna, queue, from));
    }

    private static CompletableFuture<Wake> awaitAt(JdbcQueues of, Interest interest) {
        CompletableFuture<Wake> woken = new CompletableFuture<>();
        of.arrivals().await(interest, of.arrivals().mark(interest), LONG, woken::complete);
        return woken;
    }

    /** Nothing announces that these queues are not there: only the look finds it, and looks at some at a time. */
    @Test
    void looksForAllIfManyWait() {
        List<CompletableFuture<Wake>> many = IntStream.range(0, MANY)
                .mapToObj(i -> awaitAt(queues, new Interest(i % 2 == 0 ? anna : ben, "none-" + i, null)))
                .toList();

        await().atMost(SOON).untilAsserted(() -> assertThat(many)
                .allSatisfy(woken -> assertThat(woken).isCompletedWithValue(Wake.QUEUE_DELETED)));
    }

    private static void awaitWake(Wake reason, CompletableFuture<Wake> woken) {
        await().atMost(SOON).untilAsserted(() -> assertThat(woken).isCompletedWithValue(reason));
    }

    @Test
    void isWokenByWhatAClientLeavesBehind() {
        sendToAny(ben, "x");
        lease(anna, LONG_LEASE);
        CompletableFuture<Wake> ofAnna = awaitAsAnna(queues, ben);
        CompletableFuture<Optional<ReceivedMessage>> received = receiveWaiting(queues, carl, null, LONG);
        awaitWaiting(queues, 2);

        queues.leave(anna);

        awaitContent("x", received);
        awaitWake(Wake.CLIENT_LEFT, ofAnna);
    }

    @Test
    void isWokenWhenALeaseEndsWhoseProcessIsGone() throws Exception {
        JdbcQueues other = under.open(settings());
        send(ben, anna, "x");
        other.receive(ReceiveRequest.of(anna, queue).leased(Duration.ofMillis(500)));
        other.close();

        awaitContent("x", receiveWaiting(queues, anna, null, LONG));
    }

    @Test
    void givesUpInTheEnd() {
        CompletableFuture<Optional<ReceivedMessage>> received =
                receiveWaiting(queues, anna, null, Duration.ofMillis(50));

        assertThat(received.join()).isEmpty();
    }

    /** One message wakes one, which may find that another one was faster: no message stays behind while one waits for it. */
    @Test
    void leavesNoMessageWhileSomeWait() {
        AtomicInteger received = new AtomicInteger();
        int messages = 60;
        for (String client : new String[] {anna, carl, anna, carl}) {
            receiveUntil(client, received, messages);
        }

        IntStream.range(0, messages).forEach(i -> {
            if (i % 3 == 0) {
                send(ben, i % 2 == 0 ? anna : carl, "x");
            } else {
                sendToAny(ben, "x");
            }
        });

        // the look each second wakes four at a time
        await().atMost(Duration.ofSeconds(messages / 8))
                .untilAsserted(() -> assertThat(received).hasValue(messages));
    }

    private void receiveUntil(String client, AtomicInteger received, int messages) {
        receiveWaiting(queues, client, null, LONG)
                .thenAcceptAsync(
                        found -> {
                            if (found.isPresent() && received.incrementAndGet() < messages) {
                                receiveUntil(client, received, messages);
                            }
                        },
                        threads);
    }
}
