package io.concor.queues.client.jdbc;

import io.concor.QueueStoreException;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.HeldConnection.Work;
import io.concor.queues.jdbc.SqlFailure;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.UnknownOutcomeException;
import io.concor.text.Sentence;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs the statements of calls, each with a connection for its time. What another transaction was in the way of is done again some
 * times. Thread-safe. Methods throw a {@link QueueStoreException} if the database fails.
 */
final class ClientDatabase {

    private static final int MOST_REPEATS = 8;

    private final StoreDataSources dataSources;
    private final Dialect dialect;
    private final Duration silence;

    /**
     * @param silence how long the database may leave a statement without an answer
     */
    ClientDatabase(StoreDataSources dataSources, Dialect dialect, Duration silence) {
        this.dataSources = dataSources;
        this.dialect = dialect;
        this.silence = silence;
    }

    private interface Attempt<R extends @Nullable Object> {
        R with(HeldConnection connection, Work<R> work) throws SQLException;
    }

    /**
     * Runs queries.
     *
     * @param action what is done, for the message of a failure
     */
    <R extends @Nullable Object> R read(String action, Work<R> work) {
        return run(action, false, HeldConnection::query, work);
    }

    /** Runs one statement that commits by itself. */
    <R extends @Nullable Object> R update(String action, Work<R> work) {
        return run(action, dataSources.held(), HeldConnection::update, work);
    }

    /** Runs the statement of a call, which commits by itself, or its statements in one transaction. */
    <R extends @Nullable Object> R change(String action, MessageStatements statements, Work<R> work) {
        return statements.isStepwise() ? transact(action, work) : update(action, work);
    }

    /** Runs statements in one transaction. */
    <R extends @Nullable Object> R transact(String action, Work<R> work) {
        return run(action, false, HeldConnection::transact, work);
    }

    /**
     * @param commits whether the work commits by itself: if its answer is lost, it may have. A transaction that loses its connection
     *     before the commit is rolled back
     */
    private <R extends @Nullable Object> R run(String action, boolean commits, Attempt<R> attempt, Work<R> work) {
        Backoff backoff = new Backoff();
        for (int repeats = 0; ; repeats++) {
            AtomicBoolean begun = new AtomicBoolean();
            try (HeldConnection connection = new HeldConnection(dataSources, dialect, silence)) {
                return attempt.with(connection, c -> {
                    begun.set(true);
                    return work.with(c);
                });
            } catch (SQLException failed) {
                boolean unknown = failed instanceof UnknownOutcomeException;
                SqlFailure failure = dialect.failure(failed);
                if (unknown || failure != SqlFailure.CONFLICT || repeats == MOST_REPEATS) {
                    boolean lost = unknown || (commits && begun.get() && failure == SqlFailure.CONNECTION);
                    throw failure(action, lost, failed);
                }
            }
            backoff.pause();
        }
    }

    private static QueueStoreException failure(String action, boolean outcomeUnknown, SQLException failed) {
        return new QueueStoreException(
                Sentence.of("The database of the clients' queues could not %s: %s", action, failed),
                outcomeUnknown,
                failed);
    }

    /** Returns a connection that a thread keeps. */
    HeldConnection held() {
        return new HeldConnection(dataSources, dialect, silence);
    }
}
