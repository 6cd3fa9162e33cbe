package io.concor.engine;

import io.concor.ConcorException;
import io.concor.EventTimeoutException;
import io.concor.FlowStoppedException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The coarse clock by which the age of events is measured: the path of an event reads a field instead of the time. The
 * clock is set at each {@link #tick}, which runs on a thread of its own.
 */
final class CoarseClock {

    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Duration ENDLESS = Duration.ofDays(36_500);
    private static final int TICKS_PER_TIMEOUT = 50;

    private final String flow;
    private final Duration timeout;
    private final long timeoutNanos;
    private final long tickNanos;
    private volatile long now = System.nanoTime();
    private volatile long expiredBefore;
    private volatile boolean stopped;
    private long restarted;
    /** The longest time between two ticks: of this period and of the one before; a period is as long as the timeout. */
    private long longestGap;

    private long longestGapBefore;
    private long periodBegan;

    CoarseClock(String flow, Duration timeout) {
        this.flow = flow;
        this.timeout = timeout;
        this.timeoutNanos = timeout.toNanos();
        this.tickNanos = Math.max(SHORTEST_TICK_NANOS, Math.min(LONGEST_TICK_NANOS, timeoutNanos / TICKS_PER_TIMEOUT));
        this.longestGap = tickNanos;
        this.periodBegan = now;
        this.restarted = now - this.timeoutNanos - tickNanos;
        tick();
    }

    /** A duration in nanoseconds; one that is too long to be counted so is as good as endless, a negative one is 0. */
    static long nanos(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(ENDLESS) < 0 ? duration.toNanos() : ENDLESS.toNanos();
    }

    long tickNanos() {
        return tickNanos;
    }

    synchronized void tick() {
        long present = System.nanoTime();
        noteGap(present);
        now = present;
        if (!stopped) {
            // An event that entered just before a tick bears the time of the tick before, which may have been late.
            long bound = present - timeoutNanos - Math.max(longestGap, longestGapBefore);
            expiredBefore = bound - restarted < 0 ? restarted : bound;
        }
    }

    /** Every event that is not over its time entered in this period or the one before. */
    private void noteGap(long present) {
        if (present - periodBegan > timeoutNanos + longestGap) {
            longestGapBefore = longestGap;
            longestGap = tickNanos;
            periodBegan = present;
        }
        longestGap = Math.max(longestGap, present - now);
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

    /** Makes every event inside one that is over its time, because the flow stops. */
    synchronized void stop() {
        stopped = true;
        expiredBefore = System.nanoTime() + Long.MAX_VALUE / 4;
    }

    /** Measures the age of events again; those that entered before stay over their time. */
    synchronized void restart() {
        stopped = false;
        restarted = System.nanoTime();
        now = restarted;
        longestGap = tickNanos;
        longestGapBefore = 0;
        periodBegan = restarted;
        tick();
    }

    /** The error of an event that is over its time: because of its age, or of a stop. */
    ConcorException error(String place) {
        return stopped ? new FlowStoppedException(flow, place) : new EventTimeoutException(flow, place, timeout);
    }
}
