package io.concor.queueserver.security;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts wrong passwords by name and address: after ten within a minute, none is checked any more until the minute is over. Clients
 * behind one proxy share an address, and one of them does not lock the others out. Thread-safe.
 */
final class WrongPasswords {

    static final int LIMIT = 10;
    static final int MOST_CALLERS = 10_000;
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final Map<Caller, Minute> minutes = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    /** @param nanoTime a monotonic clock */
    WrongPasswords(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Who sent a password.
     *
     * @param name the name that it was sent with
     * @param address where it came from
     */
    record Caller(String name, String address) {}

    /** The wrong passwords of a caller within a minute. */
    private record Minute(long endNanos, AtomicInteger wrong) {}

    /** @throws TooManyGuessesException if too many were wrong */
    void requireFew(Caller caller) {
        Minute minute = minutes.get(caller);
        long left = minute == null ? 0 : minute.endNanos() - nanoTime.getAsLong();
        if (minute != null && left > 0 && minute.wrong().get() >= LIMIT) {
            throw new TooManyGuessesException(
                    Duration.ofSeconds(1 + Duration.ofNanos(left - 1).toSeconds()));
        }
    }

    /** Counts one. Callers whose minute is over make room for others, and if there are none, some that are counted. */
    void count(Caller caller) {
        if (minutes.size() >= MOST_CALLERS) {
            long now = nanoTime.getAsLong();
            minutes.values().removeIf(minute -> minute.endNanos() - now <= 0);
            minutes.keySet().stream()
                    .limit(Math.max(0, minutes.size() - MOST_CALLERS + 1))
                    .forEach(minutes::remove);
        }
        minutes.compute(caller, (same, minute) -> current(minute)).wrong().incrementAndGet();
    }

    private Minute current(@Nullable Minute minute) {
        long now = nanoTime.getAsLong();
        return minute != null && minute.endNanos() - now > 0
                ? minute
                : new Minute(now + WINDOW.toNanos(), new AtomicInteger());
    }
}
