package io.concor.experiments.durable.anchor;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Gives a library the connection of its caller, which it cannot close; without a caller, one of a pool. */
final class CallersConnection extends AbstractDataSource {

    private final ThreadLocal<@Nullable Connection> connection = new ThreadLocal<>();

    private final DataSource pool;

    CallersConnection(DataSource pool) {
        this.pool = pool;
    }

    interface Call {
        void run() throws Exception;
    }

    /** Runs a call that uses the connection. */
    void use(Connection callers, Call call) throws Exception {
        connection.set(uncloseable(callers));
        try {
            call.run();
        } finally {
            connection.remove();
        }
    }

    private static Connection uncloseable(Connection callers) {
        return (Connection) Proxy.newProxyInstance(
                CallersConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : call(callers, method, arguments));
    }

    private static @Nullable Object call(Connection callers, Method method, @Nullable Object[] arguments)
            throws Throwable {
        try {
            return method.invoke(callers, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection callers = connection.get();
        return callers == null ? pool.getConnection() : callers;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }
}
