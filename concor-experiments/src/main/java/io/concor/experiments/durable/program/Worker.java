package io.concor.experiments.durable.program;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread that consumes until it is closed. It waits when there is nothing, and after an error. */
final class Worker extends Thread {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long AFTER_ERROR_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final HikariDataSource pool;
    private final Consumption consumption;
    private volatile boolean closed;

    Worker(HikariDataSource pool, Consumption consumption) {
        super("worker");
        this.pool = pool;
        this.consumption = consumption;
        setDaemon(true);
    }

    @Override
    public void run() {
        while (!closed) {
            if (consumed() == 0) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    private int consumed() {
        try (Connection connection = SubjectSettings.transaction(pool)) {
            return consumption.consume(connection);
        } catch (SQLException failed) {
            if (!closed) {
                System.err.println("A batch failed: " + failed);
                LockSupport.parkNanos(AFTER_ERROR_NANOS);
            }
            return 0;
        }
    }

    /** Something was put. */
    void wake() {
        LockSupport.unpark(this);
    }

    /** Ends the thread after its batch. */
    void close() throws InterruptedException {
        closed = true;
        wake();
        join();
    }
}
