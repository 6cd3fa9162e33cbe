package io.concor.test;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The connections of one simulated process: none of them does anything after its crash. Thread-safe. */
final class CrashingConnections {

    private static final Pattern MOVES_EVENTS = Pattern.compile(
            "(insert\\s+into|delete\\s+from|update)\\s+concor_(event|delayed|dead)\\b", Pattern.CASE_INSENSITIVE);

    private final DataSource real;
    private final Crash crash;
    private final Set<OpenConnection> open = ConcurrentHashMap.newKeySet();

    CrashingConnections(DataSource real, Crash crash) {
        this.real = real;
        this.crash = crash;
    }

    DataSource dataSource() {
        return proxy(
                DataSource.class,
                (proxy, method, arguments) ->
                        method.getName().equals("getConnection") ? connect() : call(real, method, arguments));
    }

    private Connection connect() throws SQLException {
        crash.requireAlive(() -> {});
        OpenConnection connection = new OpenConnection(real.getConnection());
        open.add(connection);
        return proxy(Connection.class, connection);
    }

    /** Rolls back what is open, as a database does when a process is gone. */
    void drop() {
        open.forEach(OpenConnection::drop);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(CrashingConnections.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getTargetException();
        }
    }

    /** A connection of the process. */
    private final class OpenConnection implements InvocationHandler {

        private final Connection connection;
        /** Whether its transaction puts or ends events. */
        private volatile boolean moves;

        OpenConnection(Connection connection) {
            this.connection = connection;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            return switch (method.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "close", "abort" -> {
                    close();
                    yield null;
                }
                case "isValid" -> !crash.isDead() && connection.isValid(1);
                case "commit" -> {
                    commit();
                    yield null;
                }
                case "rollback" -> {
                    moves = moves && arguments != null; // not to a savepoint
                    yield call(connection, method, arguments);
                }
                default -> watched(living(method, arguments), arguments);
            };
        }

        private @Nullable Object living(Method method, Object @Nullable [] arguments) throws Throwable {
            crash.requireAlive(this::drop);
            return call(connection, method, arguments);
        }

        private @Nullable Object watched(@Nullable Object result, Object @Nullable [] arguments) {
            if (result instanceof PreparedStatement prepared) {
                String sql = arguments == null ? "" : String.valueOf(arguments[0]);
                return proxy(PreparedStatement.class, new RunningStatement(this, prepared, sql));
            }
            return result instanceof Statement statement
                    ? proxy(Statement.class, new RunningStatement(this, statement, ""))
                    : result;
        }

        private void commit() throws Throwable {
            boolean counts = moves;
            moves = false;
            if (counts) {
                crash.commit(
                        () -> {
                            connection.commit();
                            return null;
                        },
                        this::drop);
            } else {
                crash.requireAlive(this::drop);
                connection.commit();
            }
        }

        private void close() throws SQLException {
            open.remove(this);
            if (crash.isDead()) {
                drop();
            }
            connection.close();
        }

        private void drop() {
            try {
                if (!connection.isClosed() && !connection.getAutoCommit()) {
                    connection.rollback();
                }
            } catch (SQLException gone) {
                // so is its transaction
            }
        }
    }

    /** A statement of a connection. */
    private final class RunningStatement implements InvocationHandler {

        private final OpenConnection owner;
        private final Statement statement;
        private final String prepared;

        RunningStatement(OpenConnection owner, Statement statement, String prepared) {
            this.owner = owner;
            this.statement = statement;
            this.prepared = prepared;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().startsWith("execute")) {
                return execute(method, arguments);
            }
            return call(statement, method, arguments);
        }

        private @Nullable Object execute(Method method, Object @Nullable [] arguments) throws Throwable {
            crash.requireAlive(owner::drop);
            String sql = arguments == null ? prepared : String.valueOf(arguments[0]);
            if (!MOVES_EVENTS.matcher(sql).find()) {
                return call(statement, method, arguments);
            }
            if (owner.connection.getAutoCommit()) {
                return crash.commit(() -> call(statement, method, arguments), owner::drop);
            }
            owner.moves = true;
            return call(statement, method, arguments);
        }
    }
}
