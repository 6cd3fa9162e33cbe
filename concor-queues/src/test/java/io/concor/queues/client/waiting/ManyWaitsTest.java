package io.concor.queues.client.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queues.client.MessageArrivals.Interest;
import io.concor.queues.client.MessageArrivals.Wake;
import io.concor.queues.client.QueuesSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ten thousand that look, or are answered, at once would leave no room for anything else. */
class ManyWaitsTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int WAITS = 1_000;

    private final LocalArrivals arrivals =
            new LocalArrivals(QueuesSettings.defaults().withMostWaiters(2 * WAITS, WAITS));
    private final CountDownLatch busy = new CountDownLatch(1);
    private final AtomicInteger ended = new AtomicInteger();

    @AfterEach
    void close() {
        busy.countDown();
        arrivals.close();
    }

    private void waits(String client, String queue, Duration patience, Consumer<Wake> callback) {
        Interest interest = new Interest(client, queue, null);
        arrivals.await(interest, arrivals.mark(interest), patience, callback);
    }

    /** The thread that calls back is busy until the latch is open, and the time of all these waits is over then. */
    private void waitsThatEndTogether() {
        waitsWithMessage("dora", wake -> awaitLatch());
        for (int i = 0; i < WAITS; i++) {
            waits("anna", "q", Duration.ZERO, wake -> ended.incrementAndGet());
        }
    }

    /** A message has come for it since its mark. */
    private void waitsWithMessage(String client, Consumer<Wake> callback) {
        arrivals.await(new Interest(client, "q", null), -1, LONG, callback);
    }

    private void awaitLatch() {
        try {
            busy.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void areCalledSomeAtATimeIfTheirQueueIsGone() {
        List<Long> times = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 250; i++) {
            waits("anna", "q", LONG, wake -> times.add(System.nanoTime()));
        }

        arrivals.queueDeleted("q", System.nanoTime());

        await().until(() -> times.size() == 250);
        assertThat(times.get(249) - times.get(0))
                .isGreaterThan(Duration.ofMillis(15).toNanos());
        assertThat(arrivals.isAwaited()).isFalse();
    }

    /** A message comes behind the end of all of them, and its receiver does not wait for all of their calls. */
    @Test
    void endSomeAtATimeIfTheirTimeIsOverTogether() {
        AtomicInteger endedBefore = new AtomicInteger(WAITS);
        waitsThatEndTogether();
        waits("ben", "other", LONG, wake -> endedBefore.set(ended.get()));

        arrivals.arrived("other", "ben", "carl");
        busy.countDown();

        await().until(() -> ended.get() == WAITS && !arrivals.isAwaited());
        assertThat(endedBefore.get()).isLessThan(WAITS / 2);
    }

    @Test
    void canBeWokenUntilItIsTheirTurnToEnd() {
        List<Wake> ofBen = new CopyOnWriteArrayList<>();
        waitsThatEndTogether();
        waits("ben", "other", Duration.ZERO, ofBen::add);
        waitsWithMessage("eve", wake -> arrivals.arrived("other", "ben", "carl"));

        busy.countDown();

        await().until(() -> !ofBen.isEmpty());
        assertThat(ofBen).containsExactly(Wake.ARRIVAL);
    }
}
