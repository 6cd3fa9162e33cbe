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
     * @param until until when to wait at most, by {@link System#nanoTime}
     */
    void ask(Runnable wake, long until) {
        CountDownLatch done = request(wake);
        try {
            done.await(Math.min(PATIENCE.toNanos(), until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks, and does not wait. */
    void askLater(Runnable wake) {
        request(wake);
    }

    private CountDownLatch request(Runnable wake) {
        CountDownLatch done = new CountDownLatch(1);
        open.add(done);
        wake.run();
        return done;
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
