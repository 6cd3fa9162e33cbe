package io.concor;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The coarse clock by which the age of events is measured: the path of an event reads a field instead of the time. The
 * clock is set at each {@link #tick}, which runs on a thread of its own.
 */
final class FlowClock {

    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int TICKS_PER_TIMEOUT = 50;

    private final long timeoutNanos;
    private final long tickNanos;
    private volatile long now = System.nanoTime();
    private volatile long expiredBefore;
    private volatile boolean allExpired;

    FlowClock(Duration timeout) {
        this.timeoutNanos = timeout.toNanos();
        this.tickNanos = Math.max(SHORTEST_TICK_NANOS, Math.min(LONGEST_TICK_NANOS, timeoutNanos / TICKS_PER_TIMEOUT));
        tick();
    }

    long tickNanos() {
        return tickNanos;
    }

    synchronized void tick() {
        long present = System.nanoTime();
        now = present;
        if (!allExpired) {
            // One tick more, because an event that entered just before a tick bears the time of the tick before.
            expiredBefore = present - timeoutNanos - tickNanos;
        }
    }

    long now() {
        return now;
    }

    boolean expired(Context context) {
        return expired(context.entered);
    }

    boolean expired(long entered) {
        return entered - expiredBefore < 0;
    }

    /** A time of entering that never expires. */
    long never() {
        return now + Long.MAX_VALUE / 2;
    }

    /** Makes every event inside one that is over its time, or measures the age again. */
    synchronized void expireAll(boolean all) {
        allExpired = all;
        if (all) {
            expiredBefore = System.nanoTime() + Long.MAX_VALUE / 4;
        } else {
            tick();
        }
    }
}
