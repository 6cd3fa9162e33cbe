package io.concor.autoconfigure.security.password;

import java.time.Duration;

/**
 * The failed log-ins of one caller within a minute. Those that are being checked count as well: all that run in
 * parallel would pass the limit together. Thread-safe.
 */
final class FailedLogins {

    static final int LIMIT = 10;
    static final Duration WINDOW = Duration.ofMinutes(1);

    private final long endNanos;
    private int failed;
    private int running;

    /**
     * Begins a minute.
     *
     * @param nowNanos the time of a monotonic clock
     */
    FailedLogins(long nowNanos) {
        endNanos = nowNanos + WINDOW.toNanos();
    }

    boolean hasEnded(long nowNanos) {
        return nowNanos - endNanos >= 0;
    }

    /**
     * Begins a check, to be followed by {@link #end}.
     *
     * @throws RefusedLoginException if too many have failed, or would have if all that run did
     */
    synchronized void begin(long nowNanos) {
        requireFewerThan(LIMIT, nowNanos);
        if (failed + running >= LIMIT) {
            throw RefusedLoginException.underLoad();
        }
        running++;
    }

    /** Ends a check. */
    synchronized void end(boolean wrong) {
        running--;
        failed += wrong ? 1 : 0;
    }

    /** @throws RefusedLoginException if so many have failed */
    synchronized void requireFewerThan(int failures, long nowNanos) {
        if (failed >= failures) {
            throw RefusedLoginException.afterFailures(timeLeft(nowNanos));
        }
    }

    /** Counts one that has failed. */
    synchronized void count() {
        failed++;
    }

    /** Returns the time until the end of the minute, rounded up to whole seconds. */
    private Duration timeLeft(long nowNanos) {
        long nanos = Math.max(1, endNanos - nowNanos);
        return Duration.ofSeconds((nanos - 1) / Duration.ofSeconds(1).toNanos() + 1);
    }
}
