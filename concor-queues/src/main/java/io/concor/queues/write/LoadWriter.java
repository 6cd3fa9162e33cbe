package io.concor.queues.write;

import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.SqlFailure;
import io.concor.queues.jdbc.UnknownOutcomeException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that writes what waits, much of it in one transaction. What comes while a transaction is in flight goes into the next
 * one. While the database is away it tries again; a transaction that fails for good is done again in halves, so that only the
 * cause fails. Its methods are for the thread, if not said otherwise.
 */
abstract class LoadWriter<L extends LoadWriter.Load<L>> implements AutoCloseable {

    static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String work;
    private final Dialect dialect;
    private final HeldConnection connection;
    private final DatabaseHealth health;
    private final Thread thread;
    private final Backoff backoff = new Backoff();
    private volatile boolean parked;
    private volatile boolean closed;
    private volatile long closedNanos;

    /**
     * @param work what it does, for the health of the store: a verb and its object
     */
    LoadWriter(String work, String thread, Dialect dialect, HeldConnection connection, DatabaseHealth health) {
        this.work = work;
        this.dialect = dialect;
        this.connection = connection;
        this.health = health;
        this.thread = new Thread(this::run, thread);
        this.thread.setDaemon(true);
    }

    /** What is written in one transaction. */
    interface Load<L extends Load<L>> {

        int size();

        L part(int from, int to);
    }

    /** Returns what is to be written now; it is empty if nothing is. What was collected when that fails is in the next one. */
    abstract L next() throws SQLException;

    /** Returns whether something waits that can be written. */
    abstract boolean hasWork();

    /**
     * Writes a load and commits.
     *
     * @return what is to be done then, in this order: none of that is done again with the commit
     */
    abstract List<Runnable> commit(L load) throws SQLException;

    /** The answer to a commit was lost. Returns what is to be written again. */
    abstract L unknown(L load, UnknownOutcomeException lost);

    /** A load of one cannot be written. */
    abstract void failed(L one, Throwable cause);

    /** What is left will not be written. */
    abstract void refuse(L load);

    /** Returns all that is left, for {@link #refuse}. */
    abstract L rest();

    /** Returns after how long it looks again if nothing comes: if that is {@link #IDLE_NANOS}, the connection is given back then. */
    long nanosToLook() {
        return IDLE_NANOS;
    }

    final void start() {
        thread.start();
    }

    /** Something waits now. Any thread. */
    final void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    /** Returns whether it ends. Any thread. */
    final boolean isClosed() {
        return closed;
    }

    /** Writes what is there, if the database answers within some seconds. What is not written then fails. Any thread. */
    @Override
    public void close() {
        shut(System.nanoTime());
        connection.awaitEnd(thread, Duration.ofNanos(CLOSE_NANOS));
    }

    /** Ends without writing, as a killed process does. Any thread. For tests. */
    public void vanish() {
        shut(System.nanoTime() - CLOSE_NANOS);
        connection.cut();
    }

    private synchronized void shut(long nanos) {
        closedNanos = nanos;
        closed = true;
        LockSupport.unpark(thread);
    }

    private boolean isOverdue() {
        return closed && System.nanoTime() - closedNanos > CLOSE_NANOS;
    }

    private void run() {
        while (!closed || hasWork() && !isOverdue()) {
            try {
                L load = next();
                if (load.size() == 0) {
                    park();
                } else {
                    writeAll(load);
                }
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread nothing is written
                recover(failed);
                backOff();
            }
        }
        refuse(rest());
        connection.close();
    }

    void writeAll(L load) {
        write(load);
    }

    private void write(L all) {
        for (L load = leftOf(all); load.size() > 0; load = leftOf(load)) {
            if (isOverdue()) {
                refuse(load);
                return;
            }
            backOff();
        }
    }

    /** Writes a load once. Returns what is to be written again, later. */
    private L leftOf(L load) {
        List<Runnable> follows;
        try {
            follows = commit(load);
        } catch (UnknownOutcomeException lost) {
            health.notice(String.valueOf(lost.getMessage()));
            return unknown(load, lost);
        } catch (SQLException failed) {
            return mayWait(failed) ? waiting(load, failed) : inHalves(load, failed);
        } catch (OutOfMemoryError failed) { // memory may be had again
            return waiting(load, failed);
        } catch (RuntimeException | Error failed) {
            return inHalves(load, failed);
        }
        succeeded();
        follows.forEach(this::follow);
        return load.part(0, 0);
    }

    private boolean mayWait(SQLException failed) {
        SqlFailure failure = dialect.failure(failed);
        return failure.isTransient() || failure == SqlFailure.DISK_FULL;
    }

    private L waiting(L load, Throwable failed) {
        recover(failed);
        return load;
    }

    private L inHalves(L load, Throwable failed) {
        if (load.size() > 1) {
            int half = load.size() / 2;
            write(load.part(0, half));
            write(load.part(half, load.size()));
        } else {
            health.succeeded(work); // the database is there
            follow(() -> failed(load, failed));
        }
        return load.part(0, 0);
    }

    /** Does what follows a commit, or a failure: later, if memory may be had again then. */
    private void follow(Runnable step) {
        boolean done = false;
        while (!done) {
            try {
                step.run();
                done = true;
            } catch (OutOfMemoryError failed) {
                recover(failed);
                done = isOverdue();
                backOff();
            } catch (RuntimeException | Error failed) {
                recover(failed);
                done = true;
            }
        }
    }

    private void park() {
        parked = true; // before the last look: who adds after that sees it
        try {
            if (!hasWork() && !closed) {
                long nanos = nanosToLook();
                long now = System.nanoTime();
                LockSupport.parkNanos(this, nanos);
                if (nanos >= IDLE_NANOS && System.nanoTime() - now >= IDLE_NANOS) {
                    connection.close();
                }
            }
        } finally {
            parked = false;
        }
    }

    private void succeeded() {
        backoff.reset();
        health.succeeded(work);
    }

    private void recover(Throwable failed) {
        try {
            health.failed(work, failed);
            if (failed instanceof Error) {
                connection.close();
            }
        } catch (Throwable again) { // out of memory, above all
            // the next round tries again
        }
    }

    private void backOff() {
        if (!closed) {
            backoff.pause();
        }
    }
}
