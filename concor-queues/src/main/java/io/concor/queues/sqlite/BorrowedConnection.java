package io.concor.queues.sqlite;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection until it is given back. It begins transactions itself: the driver would begin the next one with each commit, and
 * so lock the file while nothing is to be written. The driver's connection commits by itself all the time.
 */
final class BorrowedConnection implements InvocationHandler {

    private static final Logger LOG = LoggerFactory.getLogger(BorrowedConnection.class);
    private static final Set<String> BEGINNING =
            Set.of("createStatement", "prepareStatement", "prepareCall", "setSavepoint");

    private final Connection connection;
    private final String begin;
    private final Consumer<Connection> release;
    private boolean manual;
    private boolean inTransaction;
    private boolean closed;

    private BorrowedConnection(Connection connection, String begin, Consumer<Connection> release) {
        this.connection = connection;
        this.begin = begin;
        this.release = release;
    }

    static Connection of(Connection connection, String begin, Consumer<Connection> release) {
        return (Connection) Proxy.newProxyInstance(
                BorrowedConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new BorrowedConnection(connection, begin, release));
    }

    @Override
    public synchronized @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        switch (method.getName()) {
            case "close", "abort" -> close();
            case "isClosed" -> {
                return closed;
            }
            case "getAutoCommit" -> {
                return !manual;
            }
            case "setAutoCommit" -> commitByItself(arguments != null && Boolean.TRUE.equals(arguments[0]));
            case "commit" -> commit();
            case "rollback" -> rollback(method, arguments);
            case "equals" -> {
                return arguments != null && proxy == arguments[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            default -> {
                return call(method, arguments);
            }
        }
        return null;
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        requireOpen();
        if (BEGINNING.contains(method.getName())) {
            beginIfNeeded();
        }
        return callDriver(method, arguments);
    }

    private @Nullable Object callDriver(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    private void requireOpen() throws SQLException {
        if (closed) {
            throw new SQLException("The connection was given back");
        }
    }

    private void beginIfNeeded() throws SQLException {
        if (manual && !inTransaction) {
            execute(begin);
            inTransaction = true;
        }
    }

    private void commitByItself(boolean automatic) throws SQLException {
        requireOpen();
        if (automatic) {
            commit();
        }
        manual = !automatic;
    }

    private void rollback(Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments == null) {
            rollback();
        } else {
            callDriver(method, arguments); // to a savepoint
        }
    }

    private void commit() throws SQLException {
        requireOpen();
        if (inTransaction) {
            execute("commit");
            inTransaction = false;
        }
    }

    private void rollback() throws SQLException {
        requireOpen();
        if (inTransaction) {
            inTransaction = false;
            try {
                execute("rollback");
            } catch (SQLException failed) {
                LOG.debug("SQLite had rolled back by itself, as it does when the disk is full", failed);
            }
        }
    }

    private void close() throws SQLException {
        if (closed) {
            return;
        }
        try {
            rollback();
        } finally {
            closed = true;
            release.accept(connection);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
