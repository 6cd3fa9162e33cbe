package io.concor.queues.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A database of a test.
 *
 * @param dataSource connects to it
 * @param dialect its dialect
 * @param url where it is
 * @param resource what is closed with it
 */
public record OpenStore(DataSource dataSource, Dialect dialect, String url, AutoCloseable resource)
        implements AutoCloseable {

    /** What a transaction does. */
    @FunctionalInterface
    public interface Work<T> {

        /** Does it. */
        T in(Connection connection) throws SQLException;
    }

    /** Runs a transaction, and commits it unless the work fails. */
    public <T> T inTransaction(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            dialect.prepare(connection);
            try {
                T result = work.in(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException | Error failed) {
                connection.rollback();
                throw failed;
            }
        }
    }

    @Override
    public void close() throws Exception {
        resource.close();
    }
}
