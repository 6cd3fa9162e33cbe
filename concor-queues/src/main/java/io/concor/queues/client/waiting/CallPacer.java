package io.concor.queues.client.waiting;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Spreads callbacks that become due together: a hundred at once, and then one after the other, for each begins some work, and that of
 * others is to come between. Thread-safe.
 */
final class CallPacer {

    static final int AT_ONCE = 100;
    static final Duration BETWEEN = Duration.ofNanos(200_000);

    /** All that wait are called within this time, however many they may be. */
    static final Duration LONGEST = Duration.ofSeconds(2);

    private final LongSupplier nanoTime;
    private final long startNanos;
    private final long betweenNanos;
    /** When it is the turn of the next call if none is made ahead of its turn; from the start. */
    private long nextNanos;

    /**
     * @param mostCalls how many may become due together
     * @param nanoTime a monotonic clock
     */
    CallPacer(int mostCalls, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        startNanos = nanoTime.getAsLong();
        betweenNanos = Math.min(BETWEEN.toNanos(), LONGEST.toNanos() / mostCalls);
    }

    /** Returns in how many nanoseconds another call may be made. */
    synchronized long delayNanos() {
        long now = nanoTime.getAsLong() - startNanos;
        long turn = Math.max(nextNanos, now);
        nextNanos = turn + betweenNanos;
        return Math.max(0, turn - now - (AT_ONCE - 1) * betweenNanos);
    }
}
