package io.concor.queueserver.security;

import io.concor.autoconfigure.security.password.FailedLoginTable;
import io.concor.autoconfigure.security.password.RefusedLoginException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts wrong passwords by name and address: after ten within a minute, none is checked any more until the minute is over. A caller
 * whose password was right within the last hour may have a hundred times as many: another one with its address, behind the same proxy
 * for instance, would lock it out with ten. Thread-safe.
 */
final class LoginAttempts {

    static final int LIMIT = 10;
    static final int LIMIT_OF_KNOWN = 1_000;
    static final int MOST_CALLERS = 10_000;
    static final Duration KNOWN = Duration.ofHours(1);

    private final LongSupplier nanoTime;
    private final FailedLoginTable<Caller> wrong;
    /** When the password of a caller was right, in the order of these times. Guarded by this object. */
    private final Map<Caller, Long> right = new LinkedHashMap<>();

    /** @param nanoTime a monotonic clock */
    LoginAttempts(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.wrong = new FailedLoginTable<>(MOST_CALLERS, nanoTime);
    }

    /**
     * Who sent a password.
     *
     * @param name the name that it was sent with
     * @param address where it came from
     */
    record Caller(String name, String address) {}

    /** @throws RefusedLoginException if too many were wrong */
    void requireFewWrong(Caller caller) {
        wrong.requireFewerThan(isKnown(caller) ? LIMIT_OF_KNOWN : LIMIT, caller);
    }

    private synchronized boolean isKnown(Caller caller) {
        Long last = right.get(caller);
        return last != null && nanoTime.getAsLong() - last < KNOWN.toNanos();
    }

    void countWrong(Caller caller) {
        wrong.count(caller);
    }

    /** The caller for whom this was longest ago makes room for others. */
    synchronized void countRight(Caller caller) {
        right.remove(caller);
        right.put(caller, nanoTime.getAsLong());
        if (right.size() > MOST_CALLERS) {
            right.remove(right.keySet().iterator().next());
        }
    }
}
