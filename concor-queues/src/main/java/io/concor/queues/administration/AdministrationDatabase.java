package io.concor.queues.administration;

import io.concor.QueueStoreException;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.SqlFailure;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.UnknownOutcomeException;
import io.concor.text.Sentence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The database, as operators use it: by two connections at most, one that reads and one that writes, for a transaction each. So a
 * change that takes long, or waits for a lock, keeps nothing from being read, and a long one has others take turns with it. What
 * other transactions were in the way of is done again a few times. Thread-safe. Methods throw a {@link QueueStoreException} if the
 * database fails.
 */
final class AdministrationDatabase {

    private static final int MOST_REPEATS = 3;

    private final StoreDataSources dataSources;
    private final Duration silence;
    private final ReentrantLock reading = new ReentrantLock(true);
    private final ReentrantLock writing = new ReentrantLock(true);
    private volatile @Nullable Dialect dialect;

    /**
     * @param silence how long the database may leave a statement without an answer
     */
    AdministrationDatabase(StoreDataSources dataSources, Duration silence) {
        this.dataSources = dataSources;
        this.silence = silence;
    }

    /** Statements of one transaction. */
    @FunctionalInterface
    interface Statements<R> {

        /** Runs them. */
        R run(Connection connection, Dialect dialect) throws SQLException;
    }

    private interface Attempt<R> {
        R with(HeldConnection connection, Dialect dialect) throws SQLException;
    }

    /**
     * Reads.
     *
     * @param action what is done, for the message of a failure
     */
    <R> R read(String action, Statements<R> statements) {
        return repeated(action, reading, (connection, sql) -> connection.query(c -> statements.run(c, sql)));
    }

    /** Changes something in one transaction. If another one is in the way, the statements are run again. */
    <R> R write(String action, Statements<R> statements) {
        return repeated(action, writing, (connection, sql) -> connection.transact(c -> statements.run(c, sql)));
    }

    private <R> R repeated(String action, ReentrantLock turn, Attempt<R> attempt) {
        Backoff backoff = new Backoff();
        for (int repeats = 0; ; repeats++) {
            try {
                return once(turn, attempt);
            } catch (SQLException failed) {
                if (repeats == MOST_REPEATS || !isConflict(failed)) {
                    throw failure(action, failed);
                }
            }
            backoff.pause();
        }
    }

    private <R> R once(ReentrantLock turn, Attempt<R> attempt) throws SQLException {
        turn.lock();
        try {
            Dialect known = dialect();
            try (HeldConnection connection = new HeldConnection(dataSources, known, silence)) {
                return attempt.with(connection, known);
            }
        } finally {
            turn.unlock();
        }
    }

    private boolean isConflict(SQLException failed) {
        Dialect known = dialect;
        return known != null
                && !(failed instanceof UnknownOutcomeException)
                && known.failure(failed) == SqlFailure.CONFLICT;
    }

    private static QueueStoreException failure(String action, SQLException failed) {
        return new QueueStoreException(
                Sentence.of("The database of durable queues could not %s: %s", action, failed), false, failed);
    }

    private Dialect dialect() throws SQLException {
        Dialect known = dialect;
        if (known == null) {
            try (Connection connection = dataSources.reads().getConnection()) {
                known = Dialect.of(connection);
            }
            dialect = known;
        }
        return known;
    }
}
