package io.concor.queues.read;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** The clock of the database, estimated by the monotonic clock of this process. For one thread. */
final class DatabaseClock {

    private static final long MOST_AGE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Dialect dialect;
    private boolean known;
    private long atNanos;
    private long atMillis;

    DatabaseClock(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Returns whether the database was not asked for some seconds. */
    boolean isStale() {
        return !known || System.nanoTime() - atNanos > MOST_AGE_NANOS;
    }

    /** Asks the database, and returns the time. */
    long refreshed(Connection connection) throws SQLException {
        atMillis = Sql.number(connection, dialect.selectNow());
        atNanos = System.nanoTime();
        known = true;
        return atMillis;
    }

    /** Returns the time in epoch milliseconds. Not before the first {@link #refreshed}. */
    long millis() {
        return millisAt(System.nanoTime());
    }

    /** Returns what the time was, or will be. Not before the first {@link #refreshed}. */
    long millisAt(long nanos) {
        return atMillis + TimeUnit.NANOSECONDS.toMillis(nanos - atNanos);
    }
}
