package io.concor.queues.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A connection that one thread of a store keeps for a while. After a failure it is closed, and the next work gets a new one.
 * Only {@link #cut} may be called by other threads.
 */
public final class HeldConnection implements AutoCloseable {

    private static final long LAST_MILLIS = 1_000;

    private static final int SECONDS_TO_ANSWER = 1;

    private final StoreDataSources dataSources;
    private final Dialect dialect;
    private final int silenceMillis;
    private final AtomicReference<@Nullable Connection> held = new AtomicReference<>();
    /** Of the thread that uses the connection. */
    private boolean isolated;

    /**
     * @param dataSources where connections come from
     * @param dialect prepares them
     * @param silence how long the database may leave a statement without an answer before the connection is given up, where
     *     the driver can limit it
     */
    public HeldConnection(StoreDataSources dataSources, Dialect dialect, Duration silence) {
        this.dataSources = dataSources;
        this.dialect = dialect;
        silenceMillis = Math.toIntExact(silence.toMillis());
    }

    /** What is done with a connection. */
    @FunctionalInterface
    public interface Work<R extends @Nullable Object> {

        /** Does it. */
        R with(Connection connection) throws SQLException;
    }

    /** What is done with a connection, without a result. */
    @FunctionalInterface
    public interface Change {

        /** Does it. */
        void with(Connection connection) throws SQLException;
    }

    /** Runs queries, each in a transaction of its own, so that the isolation has no meaning. */
    public <R extends @Nullable Object> R query(Work<R> work) throws SQLException {
        return perform(open(dataSources.reads(), true, false), work);
    }

    /**
     * Runs a statement that writes, in a transaction of its own that the database ends by itself: a process that stands still
     * behind it leaves no lock.
     */
    public <R extends @Nullable Object> R update(Work<R> work) throws SQLException {
        return dataSources.held() ? perform(open(dataSources.writes(), true, true), work) : transact(work);
    }

    private <R extends @Nullable Object> R perform(Connection connection, Work<R> work) throws SQLException {
        try {
            return work.with(connection);
        } catch (SQLException | RuntimeException | Error failed) {
            discard();
            throw failed;
        } finally {
            closeUnlessHeld();
        }
    }

    /**
     * Does some work in one transaction. If the work fails, it is rolled back.
     *
     * @throws UnknownOutcomeException if the answer to the commit was lost
     */
    public <R extends @Nullable Object> R transact(Work<R> work) throws SQLException {
        Connection connection = open(dataSources.writes(), false, true);
        try {
            R result = written(connection, c -> {
                dialect.limitIdle(c);
                return work.with(c);
            });
            commitOrDiscard(connection);
            return result;
        } finally {
            closeUnlessHeld();
        }
    }

    private <R extends @Nullable Object> R written(Connection connection, Work<R> work) throws SQLException {
        try {
            return work.with(connection);
        } catch (SQLException | RuntimeException | Error failed) {
            rollBack(connection, failed);
            throw failed;
        }
    }

    private void commitOrDiscard(Connection connection) throws SQLException {
        try {
            commit(connection);
        } catch (SQLException | RuntimeException failed) {
            discard();
            throw failed;
        }
    }

    private void closeUnlessHeld() {
        if (!dataSources.held()) {
            close();
        }
    }

    /** The same as {@link #transact}, without a result. */
    public void change(Change change) throws SQLException {
        transact(connection -> {
            change.with(connection);
            return true;
        });
    }

    /**
     * Commits. If that fails, nothing was committed.
     *
     * @throws UnknownOutcomeException if the answer was lost, so that it may have been committed
     */
    public static void commit(Connection connection) throws SQLException {
        try {
            connection.commit();
        } catch (SQLException | RuntimeException failed) {
            if (!isConnectionFailure(failed) && rolledBack(connection)) {
                throw failed;
            }
            throw new UnknownOutcomeException(failed);
        } catch (Error failed) { // no answer of the database: it may have committed
            rollBackQuietly(connection);
            throw new UnknownOutcomeException(failed);
        }
    }

    private static void rollBackQuietly(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException | RuntimeException | Error failed) {
            // the transaction ends with the connection
        }
    }

    /** Gives the connection back until the next work. */
    @Override
    public void close() {
        Connection connection = held.getAndSet(null);
        if (connection != null) {
            closeQuietly(connection);
        }
    }

    /** Waits until the thread that uses the connection has ended. It is cut off from a database that does not answer in time. */
    public void awaitEnd(Thread user, Duration patience) {
        try {
            user.join(patience.toMillis());
            if (user.isAlive()) {
                cut();
                user.join(LAST_MILLIS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends a statement that waits for an answer: it fails. Any thread. The connection is taken away first: one that its thread gives
     * back meanwhile belongs to others.
     */
    public void cut() {
        Connection connection = held.getAndSet(null);
        if (connection != null) {
            try {
                connection.abort(Runnable::run);
                closeQuietly(connection);
            } catch (SQLException | RuntimeException refused) { // it cannot be ended: its thread is left alone with it
                held.compareAndSet(null, connection);
            }
        }
    }

    private Connection open(DataSource dataSource, boolean autoCommit, boolean writes) throws SQLException {
        Connection connection = held.get();
        if (connection == null) {
            connection = dataSource.getConnection();
            held.set(connection);
            isolated = false;
            limitSilence(connection);
        }
        if (writes && !isolated) {
            isolate(connection);
        }
        setAutoCommit(connection, autoCommit);
        return connection;
    }

    /** A round trip in some databases: not for queries. */
    private void isolate(Connection connection) throws SQLException {
        try {
            dialect.isolate(connection);
            isolated = true;
        } catch (SQLException | RuntimeException failed) {
            discard();
            throw failed;
        }
    }

    private void setAutoCommit(Connection connection, boolean autoCommit) throws SQLException {
        try {
            if (connection.getAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException | RuntimeException failed) {
            discard();
            throw failed;
        }
    }

    private void limitSilence(Connection connection) {
        try {
            connection.setNetworkTimeout(Runnable::run, silenceMillis);
        } catch (SQLException | RuntimeException | AbstractMethodError unsupported) {
            // a database in this process, or a file
        }
    }

    /** After an answer to a commit, even a bad one, a roll-back works; then nothing has been committed. */
    private static boolean rolledBack(Connection connection) {
        try {
            connection.rollback();
            return connection.isValid(SECONDS_TO_ANSWER);
        } catch (SQLException | RuntimeException failed) {
            return false;
        }
    }

    private void rollBack(Connection connection, Throwable cause) {
        try {
            connection.rollback();
            if (isConnectionFailure(cause)) {
                discard();
            }
        } catch (SQLException | RuntimeException failed) {
            cause.addSuppressed(failed);
            discard();
        }
    }

    private static boolean isConnectionFailure(Throwable failed) {
        return failed instanceof SQLException refused
                && refused.getSQLState() != null
                && refused.getSQLState().startsWith("08");
    }

    private void discard() {
        Connection connection = held.getAndSet(null);
        if (connection != null) {
            abort(connection);
            closeQuietly(connection);
        }
    }

    /** A pool has to open a new one: a connection that failed may seem to be sound. */
    private static void abort(Connection connection) {
        try {
            if (!connection.isValid(SECONDS_TO_ANSWER)) {
                connection.abort(Runnable::run);
            }
        } catch (SQLException | RuntimeException refused) {
            // it is closed next, whatever its state
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException refused) {
            // there is nothing left to do with it
        }
    }
}
