package io.concor.queues.store;

import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.StoreTables;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Deletes ids of unique events that need not be remembered any more, now and then, some at a time. */
final class Forgetting implements AutoCloseable {

    private static final String WORK = "forget old ids";
    private static final int ROWS = 1_000;
    private static final Duration MOST_BETWEEN = Duration.ofMinutes(10);
    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(1);

    private final StoreTables tables;
    private final HeldConnection connection;
    private final long rememberMillis;
    private final long betweenNanos;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-queues-forgetting");
    private volatile boolean closed;

    Forgetting(StoreTables tables, HeldConnection connection, Duration remember, DatabaseHealth health) {
        this.tables = tables;
        this.connection = connection;
        this.health = health;
        rememberMillis = remember.toMillis();
        Duration tenth = remember.dividedBy(10);
        Duration between = tenth.compareTo(MOST_BETWEEN) > 0 ? MOST_BETWEEN : tenth;
        betweenNanos = (between.compareTo(LEAST_BETWEEN) < 0 ? LEAST_BETWEEN : between).toNanos();
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!closed) {
            LockSupport.parkNanos(this, Backoff.jittered(betweenNanos));
            try {
                while (!closed && connection.transact(c -> tables.seen().purge(c, rememberMillis, ROWS)) == ROWS) {
                    Thread.yield();
                }
                health.succeeded(WORK);
            } catch (Throwable failed) { // tried again next time
                health.failed(WORK, failed);
            } finally {
                connection.close();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        connection.awaitEnd(thread, Duration.ofSeconds(1));
    }
}
