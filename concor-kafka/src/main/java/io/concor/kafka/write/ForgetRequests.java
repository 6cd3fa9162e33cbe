package io.concor.kafka.write;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks the thread of a producer to replace it by one that knows no topics: brokers may create topics again for which a producer asks
 * that remembers them. Thread-safe.
 */
final class ForgetRequests {

    /** A producer is closed within five seconds. Later it is of no use to wait: its thread is busy elsewhere, or has ended. */
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private final Queue<CountDownLatch> open = new ConcurrentLinkedQueue<>();

    /** Returns whether the thread has something to do. */
    boolean any() {
        return !open.isEmpty();
    }

    /**
     * Asks, and waits until it is done, some seconds at most.
     *
     * @param wake wakes the thread
     */
    void ask(Runnable wake) {
        CountDownLatch done = new CountDownLatch(1);
        open.add(done);
        wake.run();
        try {
            done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does what was asked for, if anything was. For the thread of the producer. */
    void serve(Runnable replace) {
        if (any()) {
            replace.run();
            for (CountDownLatch done = open.poll(); done != null; done = open.poll()) {
                done.countDown();
            }
        }
    }
}
