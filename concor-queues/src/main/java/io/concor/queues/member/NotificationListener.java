package io.concor.queues.member;

import io.concor.queues.jdbc.DatabaseHealth;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Waits for notifications of PostgreSQL, on a thread and a connection of its own. It notifies itself now and then: a connection
 * that went silent, or a pooler that drops notifications, is found out, and the membership asks its counter instead.
 */
final class NotificationListener {

    private static final String DRIVER = "org.postgresql.PGConnection";
    private static final long BETWEEN_CHECKS_NANOS = TimeUnit.SECONDS.toNanos(8);
    private static final int ANSWER_MILLIS = 2_000;
    private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);
    /** The driver ends each wait by an exception. */
    private static final int WAIT_MILLIS = 1_000;

    private static final int CLOSING_MILLIS = 200;

    private final DataSource dataSource;
    private final Membership membership;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-queues-listener");
    private volatile boolean closed;
    /** On which the thread waits. Guarded by this: it is never aborted when it may be of others again. */
    private @Nullable Connection connection;

    private boolean warned;

    NotificationListener(DataSource dataSource, Membership membership, DatabaseHealth health) {
        this.dataSource = dataSource;
        this.membership = membership;
        this.health = health;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    void close() {
        closed = true;
        LockSupport.unpark(thread);
        endWait();
        try {
            thread.join(CLOSING_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void endWait() {
        if (connection != null) {
            abort(connection);
        }
    }

    private synchronized void waitsOn(@Nullable Connection open) {
        connection = open;
    }

    private void run() {
        while (!closed) {
            try {
                listen();
            } catch (Throwable failed) { // tried again, and polling goes on meanwhile
                complain(failed);
            }
            if (!closed) {
                LockSupport.parkNanos(this, RETRY_NANOS);
            }
        }
    }

    private void complain(Throwable failed) {
        if (!closed && !warned) {
            warned = true;
            health.notice("notifications of other processes do not come, so it polls for them: " + failed);
        }
    }

    private void listen() throws SQLException, ReflectiveOperationException {
        try (Connection open = dataSource.getConnection()) {
            open.setAutoCommit(true);
            int timeoutBefore = open.getNetworkTimeout();
            open.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
            try {
                waitsOn(open);
                hear(open);
            } finally {
                waitsOn(null);
                membership.listens(false);
                giveBack(open, timeoutBefore);
            }
        }
    }

    /** A pool must not give a connection to others that still listens. */
    private static void giveBack(Connection open, int timeoutMillis) {
        try (Statement statement = open.createStatement()) {
            statement.execute("unlisten *");
            open.setNetworkTimeout(Runnable::run, timeoutMillis);
        } catch (SQLException lost) {
            abort(open);
        }
    }

    private static void abort(Connection open) {
        try {
            open.abort(Runnable::run);
        } catch (SQLException | RuntimeException refused) {
            // it is closed next
        }
    }

    private void hear(Connection open) throws SQLException, ReflectiveOperationException {
        try (Statement statement = open.createStatement()) {
            statement.execute("listen " + MemberTables.CHANNEL);
        }
        Class<?> type = Class.forName(DRIVER);
        Object driver = open.unwrap(type);
        Method notifications = type.getMethod("getNotifications", int.class);
        String token = "check " + membership.id();
        long checkedNanos = System.nanoTime();
        boolean answered = false;
        notifySelf(open, token);
        while (!closed) {
            for (String payload : payloads(notifications, driver)) {
                if (payload.equals(token)) {
                    answered = true;
                    warned = false;
                    membership.listens(true);
                } else if (payload.equals(membership.id())) {
                    membership.notifyPut();
                }
            }
            long since = System.nanoTime() - checkedNanos;
            if (!answered && since > ANSWER_NANOS) {
                throw new SQLException("a notification to itself did not come");
            }
            if (since > BETWEEN_CHECKS_NANOS) {
                checkedNanos = System.nanoTime();
                answered = false;
                notifySelf(open, token);
            }
        }
    }

    private static void notifySelf(Connection open, String token) throws SQLException {
        try (PreparedStatement statement = open.prepareStatement("select pg_notify(?, ?)")) {
            statement.setString(1, MemberTables.CHANNEL);
            statement.setString(2, token);
            statement.execute();
        }
    }

    private static String[] payloads(Method notifications, Object driver)
            throws SQLException, ReflectiveOperationException {
        try {
            Object[] come = (Object[]) notifications.invoke(driver, WAIT_MILLIS);
            String[] payloads = new String[come == null ? 0 : come.length];
            for (int i = 0; i < payloads.length; i++) {
                Class<?> type = Class.forName("org.postgresql.PGNotification");
                payloads[i] = (String) type.getMethod("getParameter").invoke(come[i]);
            }
            return payloads;
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof SQLException refused) {
                throw refused;
            }
            throw failed;
        }
    }
}
