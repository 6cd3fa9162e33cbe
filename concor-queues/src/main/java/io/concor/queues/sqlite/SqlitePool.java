package io.concor.queues.sqlite;

import io.concor.text.Sentence;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/** A fixed number of connections to a file. Threads that wait for one get it in the order of their calls. */
final class SqlitePool implements DataSource, AutoCloseable {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(SqlitePool.class);

    private final Use use;
    private final Duration patience;
    private final BlockingQueue<Connection> idle;
    private volatile boolean closed;

    /** What connections are for. */
    enum Use {
        READ("begin", true),
        /** Locks the file at once: a transaction that began with a query could not write after another one has. */
        WRITE("begin immediate", false);

        private final String begin;
        private final boolean queryOnly;

        Use(String begin, boolean queryOnly) {
            this.begin = begin;
            this.queryOnly = queryOnly;
        }
    }

    private SqlitePool(Use use, int size, Duration patience) {
        this.use = use;
        this.patience = patience;
        idle = new ArrayBlockingQueue<>(size, true);
    }

    static SqlitePool open(Use use, String url, SQLiteConfig configuration, int size, Duration patience)
            throws SQLException {
        SqlitePool pool = new SqlitePool(use, size, patience);
        try {
            for (int i = 0; i < size; i++) {
                pool.connect(configuration, url);
            }
            return pool;
        } catch (SQLException failed) {
            pool.close();
            throw failed;
        }
    }

    private void connect(SQLiteConfig configuration, String url) throws SQLException {
        Connection connection = configuration.createConnection(url);
        idle.add(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma query_only = " + use.queryOnly);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            Connection connection = closed ? null : idle.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (connection == null) {
                throw new SQLTransientConnectionException(
                        closed
                                ? "The SQLite file is closed"
                                : Sentence.of(
                                        "All connections to %s a SQLite file were in use for %d ms",
                                        use.name().toLowerCase(Locale.ROOT), patience.toMillis()));
            }
            return BorrowedConnection.of(connection, use.begin, this::release);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("Interrupted while all connections were in use", interrupted);
        }
    }

    private void release(Connection connection) {
        idle.add(connection);
        if (closed) {
            close();
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            try {
                connection.close();
            } catch (SQLException failed) {
                LOG.warn("A connection to a SQLite file was not closed", failed);
            }
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter log) {
        // logs nothing
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // is given when the file is opened
    }

    @Override
    public int getLoginTimeout() {
        return Math.toIntExact(patience.toSeconds());
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("Logs with SLF4J");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!isWrapperFor(type)) {
            throw new SQLException("Is no " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
