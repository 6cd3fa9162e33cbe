package io.concor.autoconfigure.security.password;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The failed log-ins of the present minute of each caller. The oldest minutes make room for new ones. Thread-safe.
 *
 * @param <K> what tells callers apart, such as their address
 */
public final class FailedLoginTable<K> {

    private final int mostCallers;
    private final LongSupplier nanoTime;
    /** In the order in which their minutes begin, and end. Guarded by this object. */
    private final Map<K, FailedLogins> minutes = new LinkedHashMap<>();

    /**
     * @param mostCallers how many callers are counted
     * @param nanoTime a monotonic clock
     */
    public FailedLoginTable(int mostCallers, LongSupplier nanoTime) {
        this.mostCallers = mostCallers;
        this.nanoTime = nanoTime;
    }

    /** @throws RefusedLoginException if so many log-ins of a caller have failed within a minute */
    public void requireFewerThan(int failures, K caller) {
        FailedLogins minute = present(caller);
        if (minute != null) {
            minute.requireFewerThan(failures, nanoTime.getAsLong());
        }
    }

    private synchronized @Nullable FailedLogins present(K caller) {
        dropEnded(nanoTime.getAsLong());
        return minutes.get(caller);
    }

    /** Counts a log-in that has failed. */
    public void count(K caller) {
        minute(caller).count();
    }

    /** Returns the present minute of a caller, which begins now unless there is one. */
    synchronized FailedLogins minute(K caller) {
        long nowNanos = nanoTime.getAsLong();
        dropEnded(nowNanos);
        FailedLogins minute = minutes.computeIfAbsent(caller, any -> new FailedLogins(nowNanos));
        if (minutes.size() > mostCallers) {
            minutes.remove(minutes.keySet().iterator().next());
        }
        return minute;
    }

    private void dropEnded(long nowNanos) {
        Iterator<FailedLogins> oldest = minutes.values().iterator();
        while (oldest.hasNext() && oldest.next().hasEnded(nowNanos)) {
            oldest.remove();
        }
    }
}
