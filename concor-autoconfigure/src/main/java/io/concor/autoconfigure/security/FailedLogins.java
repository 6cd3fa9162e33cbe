package io.concor.autoconfigure.security;

import java.time.Duration;

/** The failed log-ins of one remote address within a minute. Guarded by its monitor, except for {@link #hasEnded}. */
final class FailedLogins {

    static final int LIMIT = 10;
    static final Duration WINDOW = Duration.ofMinutes(1);

    private final long endNanos;
    private int failed;

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

    void add() {
        failed++;
    }

    boolean areTooMany() {
        return failed >= LIMIT;
    }

    /** Returns the time until the end of the minute, rounded up to whole seconds. */
    Duration timeLeft(long nowNanos) {
        long nanos = Math.max(1, endNanos - nowNanos);
        return Duration.ofSeconds((nanos - 1) / Duration.ofSeconds(1).toNanos() + 1);
    }
}
