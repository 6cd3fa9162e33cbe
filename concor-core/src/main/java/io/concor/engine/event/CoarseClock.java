package io.concor.engine.event;

import io.concor.ConcorException;
import io.concor.EventTimeoutException;
import io.concor.FlowStoppedException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures the age of events with a coarse clock: the path of an event reads a field instead of the system's time. Each
 * {@link #tick}, on the shared ticker's thread, advances the clock.
 */
public final class CoarseClock {

    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Duration ENDLESS = Duration.ofDays(36_500);
    private static final int TICKS_PER_TIMEOUT = 50;

    private final String flow;
    private final Duration timeout;
    private final long timeoutNanos;
    private final long tickNanos;
    /** Guarded by this. */
    private LongSupplier time = System::nanoTime;

    private volatile long now = time.getAsLong();
    private volatile long expiredBefore;
    private volatile boolean stopped;
    private long restarted;
    /** The longest gap between two ticks in this period and in the one before. A period is as long as the timeout. */
    private long longestGap;

    private long longestGapBefore;
    private long periodBegan;

    public CoarseClock(String flow, Duration timeout) {
        this.flow = flow;
        this.timeout = timeout;
        this.timeoutNanos = timeout.toNanos();
        this.tickNanos = Math.max(SHORTEST_TICK_NANOS, Math.min(LONGEST_TICK_NANOS, timeoutNanos / TICKS_PER_TIMEOUT));
        this.longestGap = tickNanos;
        this.periodBegan = now;
        this.restarted = now - this.timeoutNanos - tickNanos;
        tick();
    }

    /** Returns a duration in nanoseconds, between 0 and some hundred years. */
    public static long nanos(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(ENDLESS) < 0 ? duration.toNanos() : ENDLESS.toNanos();
    }

    public long tickNanos() {
        return tickNanos;
    }

    public synchronized void tick() {
        long present = time.getAsLong();
        noteGap(present);
        now = present;
        if (!stopped) {
            // An event that entered just before a tick has the time of the tick before, which may have been late.
            long bound = present - timeoutNanos - Math.max(longestGap, longestGapBefore);
            expiredBefore = bound - restarted < 0 ? restarted : bound;
        }
    }

    /**
     * Advances this clock, for tests, so that all events inside grow older by this time at once.
     *
     * @param stopped whether it then stands still; otherwise it runs on
     */
    public synchronized void advance(long nanos, boolean stopped) {
        long then = time.getAsLong() + nanos;
        long ahead = then - System.nanoTime();
        time = stopped ? () -> then : () -> System.nanoTime() + ahead;
        // the jump is not a late tick
        now = then;
        periodBegan = then;
        longestGap = 0;
        longestGapBefore = 0;
        tick();
    }

    /** Every event that has not timed out entered in this period or the one before. */
    private void noteGap(long present) {
        if (present - periodBegan > timeoutNanos + longestGap) {
            longestGapBefore = longestGap;
            longestGap = tickNanos;
            periodBegan = present;
        }
        longestGap = Math.max(longestGap, present - now);
    }

    public long now() {
        return now;
    }

    /** Returns how long it takes until an event times out, in nanoseconds; 0 or less if it is due. */
    public long leftNanos(Context context) {
        return timeoutNanos - (now - context.enteredNanos);
    }

    public boolean hasExpired(Context context) {
        return hasExpired(context.enteredNanos);
    }

    public boolean hasExpired(long enteredNanos) {
        return enteredNanos - expiredBefore < 0;
    }

    /** Whether every event inside has timed out, because the flow stops. */
    public boolean isStopped() {
        return stopped;
    }

    /** Makes every event inside time out, because the flow stops. */
    public synchronized void expireAll() {
        stopped = true;
        expiredBefore = time.getAsLong() + Long.MAX_VALUE / 4;
    }

    /** Measures the age of events again. Events that entered before remain timed out. */
    public synchronized void restart() {
        stopped = false;
        restarted = time.getAsLong();
        now = restarted;
        longestGap = tickNanos;
        longestGapBefore = 0;
        periodBegan = restarted;
        tick();
    }

    /** Returns the error of an event that timed out at a component, because of its age or of a stop. */
    public ConcorException timeoutError(String component) {
        return stopped
                ? new FlowStoppedException(flow, component)
                : new EventTimeoutException(flow, component, timeout);
    }
}
