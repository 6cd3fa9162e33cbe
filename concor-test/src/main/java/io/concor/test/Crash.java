package io.concor.test;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Whether a simulated process lives, and at which commit it dies. Thread-safe. */
final class Crash {

    private static final String STORE_THREADS = "concor-queues-";

    private final Runnable afterwards;
    private final CountDownLatch vanished = new CountDownLatch(1);
    private final AtomicInteger commits = new AtomicInteger();
    private volatile int at = Integer.MAX_VALUE;
    private volatile CrashPoint point = CrashPoint.BEFORE_COMMIT;
    private boolean dead;

    /** @param afterwards is called once, on the thread that dies; it returns at once, and has the store vanish */
    Crash(Runnable afterwards) {
        this.afterwards = afterwards;
    }

    /** A call of the database. */
    @FunctionalInterface
    interface Call {
        @Nullable
        Object run() throws Throwable;
    }

    /** Chooses a commit, counted from the start of the process. */
    void at(int commit, CrashPoint where) {
        point = where;
        at = commit;
    }

    int commits() {
        return commits.get();
    }

    synchronized boolean isDead() {
        return dead;
    }

    /** Nothing of the process reaches the database any more. */
    void die() {
        synchronized (this) {
            if (dead) {
                return;
            }
            dead = true;
        }
        afterwards.run();
    }

    /** The store of the dead process hands out nothing any more. */
    void storeVanished() {
        vanished.countDown();
    }

    /**
     * Fails if the process is dead. A thread that runs tasks does not come back before the store has gone: it would run one again.
     *
     * @param drop rolls back what the calling thread has begun, so that no other one waits for its locks
     */
    void requireAlive(Runnable drop) throws SQLException {
        if (isDead()) {
            drop.run();
            if (!Thread.currentThread().getName().startsWith(STORE_THREADS)) {
                awaitVanished();
            }
            throw new SQLException("The process under test has crashed", "08006");
        }
    }

    private void awaitVanished() {
        try {
            vanished.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs a commit by which an event is put or ends. */
    @Nullable
    Object commit(Call call, Runnable drop) throws Throwable {
        requireAlive(drop);
        boolean last = commits.incrementAndGet() == at;
        if (last && point == CrashPoint.BEFORE_COMMIT) {
            die();
            requireAlive(drop);
        }
        Object result = call.run();
        if (last) {
            die();
            requireAlive(drop);
        }
        return result;
    }
}
