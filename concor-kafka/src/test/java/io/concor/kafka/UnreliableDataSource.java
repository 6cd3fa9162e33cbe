package io.concor.kafka;

import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source whose database may be away, and may lose its answers to commits. Thread-safe. */
public final class UnreliableDataSource implements DataSource {

    private final DataSource real;
    private final AtomicInteger answersToLose = new AtomicInteger();
    private final AtomicInteger commitCalls = new AtomicInteger();
    private volatile boolean away;
    private volatile boolean commits;

    public UnreliableDataSource(DataSource real) {
        this.real = real;
    }

    /** The database is away, or there again. */
    public void away(boolean value) {
        away = value;
    }

    /**
     * Loses the answers to some of the next commits of transactions that have ended events of remote queues.
     *
     * @param committed whether the transactions are committed nevertheless
     */
    public void loseAnswers(int count, boolean committed) {
        commits = committed;
        answersToLose.set(count);
    }

    /** One of three: an event whose transactions never commit would fail for that. */
    private boolean losesAnswer() {
        return commitCalls.getAndIncrement() % 3 == 0 && answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    /** Returns how many answers are to be lost still. */
    public int answersToLose() {
        return answersToLose.get();
    }

    private static SQLException lost() {
        return new SQLException("the connection is lost", "08006");
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (away) {
            throw lost();
        }
        return (Connection) Proxy.newProxyInstance(
                UnreliableDataSource.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new Handler(real.getConnection()));
    }

    private final class Handler implements InvocationHandler {
        private final Connection connection;
        private boolean endsEvents;
        private volatile boolean broken;

        Handler(Connection connection) {
            this.connection = connection;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            String name = method.getName();
            if (name.equals("close") || name.equals("abort")) {
                if (broken && !connection.isClosed()) {
                    connection.rollback(); // as the server does
                }
                return call(method, arguments);
            }
            if (name.equals("isValid") && (away || broken)) {
                return false;
            }
            if (broken || away && !name.startsWith("is")) {
                broken = true;
                throw lost();
            }
            if (name.equals("prepareStatement") && arguments != null) {
                endsEvents |= String.valueOf(arguments[0]).contains("insert into concor_progress");
            } else if (name.equals("commit")) {
                boolean loses = endsEvents && losesAnswer();
                endsEvents = false;
                if (loses) {
                    lose();
                }
            }
            return call(method, arguments);
        }

        private void lose() throws SQLException {
            if (commits) {
                connection.commit();
            } else {
                connection.rollback();
            }
            broken = true;
            throw lost();
        }

        private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
            try {
                return method.invoke(connection, arguments);
            } catch (InvocationTargetException failed) {
                throw failed.getCause();
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
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("unreliable");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("not a wrapper");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
