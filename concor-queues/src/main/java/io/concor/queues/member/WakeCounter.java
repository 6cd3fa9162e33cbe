package io.concor.queues.member;

import io.concor.queues.jdbc.HeldConnection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The wake-ups between instances: those that wait to be sent, and the counter in the row of this one. The counter grows by one
 * for each wake-up, and by {@link #LATE} for one about rows that may have ids lower than those seen for some seconds.
 */
final class WakeCounter {

    private static final long LATE = 1L << 32;
    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long POLL_FOR_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final AtomicLong waiting = new AtomicLong();

    // of the thread of the membership
    private long seen;
    private long nextNanos;
    private long pollUntilNanos = System.nanoTime();

    /** Has others woken soon. Any thread. */
    void add(boolean late) {
        waiting.addAndGet(late ? LATE : 1);
    }

    boolean isWaiting() {
        return waiting.get() != 0;
    }

    /** Grows the counters of others, unless nothing waits or they were grown just now. */
    void send(HeldConnection connection, MemberTables tables, String me) throws SQLException {
        long now = System.nanoTime();
        if (waiting.get() == 0 || now - nextNanos < 0) {
            return;
        }
        nextNanos = now + BETWEEN_NANOS;
        long step = waiting.getAndSet(0);
        try {
            wake(connection, tables, me, step);
        } catch (SQLException | RuntimeException | Error failed) {
            waiting.addAndGet(step);
            throw failed;
        }
    }

    /** Not in a transaction that waits for its commit: others could not renew their leases if this process stood still there. */
    static void wake(HeldConnection connection, MemberTables tables, String me, long step) throws SQLException {
        connection.update(c -> {
            tables.wakeOthers(c, me, step);
            return true;
        });
    }

    long nanosToNext(long nowNanos) {
        return nextNanos - nowNanos;
    }

    /** The row of this instance is new. */
    void reset() {
        seen = 0;
    }

    boolean isNew(long value) {
        return value > seen;
    }

    /** Returns whether one of the wake-ups since the last value was late. */
    boolean hear(long value, long nowNanos) {
        boolean late = value / LATE != seen / LATE;
        seen = value;
        pollUntilNanos = nowNanos + POLL_FOR_NANOS;
        return late;
    }

    /** Returns whether wake-ups came lately, so that more are to be expected. */
    boolean expectsMore(long nowNanos) {
        return nowNanos - pollUntilNanos < 0;
    }
}
