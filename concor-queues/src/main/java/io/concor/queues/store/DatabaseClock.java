package io.concor.queues.store;

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

    /** Asks the database, unless it was asked some seconds ago. */
    void refresh(Connection connection) throws SQLException {
        if (!known || System.nanoTime() - atNanos > MOST_AGE_NANOS) {
            long millis = Sql.number(connection, dialect.selectNow());
            atNanos = System.nanoTime();
            atMillis = millis;
            known = true;
        }
    }

    /** Returns the time in epoch milliseconds. Not before the first {@link #refresh}. */
    long millis() {
        return atMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - atNanos);
    }
}
