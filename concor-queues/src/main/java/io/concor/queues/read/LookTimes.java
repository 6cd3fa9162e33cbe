package io.concor.queues.read;

import io.concor.queues.jdbc.Backoff;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** When the reader looks for rows of which it may not have been told. For its thread. */
final class LookTimes {

    private static final long BETWEEN_LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long fullNanos;
    private long nextFullNanos;
    private long nextLongNanos = System.nanoTime();
    private boolean longDue;

    /**
     * @param full the time between two looks at all lanes, more or less
     */
    LookTimes(Duration full) {
        fullNanos = full.toNanos();
        nextFullNanos = System.nanoTime() + Backoff.jittered(fullNanos);
    }

    /** Other processes have put rows: one of them may be committed late. */
    void woken() {
        longDue = true;
    }

    /** Returns whether it looks some seconds back now, which it does once after wake-ups. */
    boolean beginsLong(long nowNanos) {
        boolean begins = longDue && nowNanos - nextLongNanos >= 0;
        if (begins) {
            longDue = false;
            nextLongNanos = nowNanos + BETWEEN_LONG_NANOS;
        }
        return begins;
    }

    /** Returns whether it looks at all lanes from their first rows on now. */
    boolean beginsFull(long nowNanos) {
        boolean begins = nowNanos - nextFullNanos >= 0;
        if (begins) {
            nextFullNanos = nowNanos + Backoff.jittered(fullNanos);
        }
        return begins;
    }

    /** Returns how long the reader may sleep. */
    long nanosToNext(long nowNanos) {
        return (longDue ? Math.min(nextFullNanos, nextLongNanos) : nextFullNanos) - nowNanos;
    }
}
