package io.concor.queues.client.jdbc;

import io.concor.queues.client.jdbc.MessageTable.FilledQueue;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.HeldConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Deletes old ids, and the messages of queues that are deleted: of deletions, and of processes that died in between. A step is one
 * small transaction, so that what cannot wait goes between two of them. For one thread, but for {@link #deleted}.
 */
final class ClientsCleaning {

    /** Rows of a step. */
    static final int MOST_DELETED = 1_000;

    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final MessageTable messages;
    private final HeldConnection connection;
    private final LongSupplier clock;
    private final Duration remember;
    private final Queue<Integer> deleted = new ConcurrentLinkedQueue<>();

    private long nextLookNanos;
    private long nextForgetNanos;
    /** The queue at which the search for messages of deleted queues goes on. */
    private int lookedAt;

    /**
     * @param clock in nanoseconds, from 0
     * @param remember how long ids are remembered
     */
    ClientsCleaning(MessageTable messages, HeldConnection connection, LongSupplier clock, Duration remember) {
        this.messages = messages;
        this.connection = connection;
        this.clock = clock;
        this.remember = remember;
    }

    /** A queue was deleted, and its messages are not yet. Any thread. */
    void deleted(int queue) {
        deleted.add(queue);
    }

    /** Returns when there is something to do, in nanoseconds by the clock. */
    long nextNanos() {
        return deleted.isEmpty() ? Math.min(nextLookNanos, nextForgetNanos) : 0;
    }

    boolean isDue() {
        return clock.getAsLong() >= nextNanos();
    }

    /** Does the next part of what is due. */
    void step() throws SQLException {
        Integer queue = deleted.peek();
        if (queue != null) {
            if (!connection.transact(c -> deleteSome(c, queue))) {
                deleted.remove();
            }
        } else if (clock.getAsLong() >= nextLookNanos) {
            look();
        } else {
            forget();
        }
    }

    private boolean deleteSome(Connection c, int queue) throws SQLException {
        long upTo = MessageTable.boundary(c, queue, 0, Long.MAX_VALUE, MOST_DELETED);
        return upTo > 0 && messages.purge(c, queue, 0, upTo, MessageTable.ANY_AGE_MILLIS) > 0;
    }

    /** Looks at one queue that has messages, whether it is there. */
    private void look() throws SQLException {
        Optional<FilledQueue> next = connection.query(c -> MessageTable.nextQueue(c, lookedAt));
        if (next.isEmpty()) {
            lookedAt = 0;
            nextLookNanos = clock.getAsLong() + Backoff.jittered(MOST_NANOS);
            return;
        }
        lookedAt = next.get().id();
        if (!next.get().exists()) {
            deleted(lookedAt);
        }
    }

    private void forget() throws SQLException {
        int forgotten = connection.transact(c -> messages.forget(c, remember.toMillis(), MOST_DELETED));
        if (forgotten < MOST_DELETED) {
            long between = Math.max(LEAST_NANOS, Math.min(MOST_NANOS, remember.toNanos() / 10));
            nextForgetNanos = clock.getAsLong() + Backoff.jittered(between);
        }
    }
}
