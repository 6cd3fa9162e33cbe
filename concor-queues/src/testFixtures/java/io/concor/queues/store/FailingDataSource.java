package io.concor.queues.store;

import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that fails at a chosen call: a connection, a statement, a commit. Thread-safe. */
public final class FailingDataSource implements DataSource {

    private static final Set<String> CALLS =
            Set.of("execute", "executeQuery", "executeUpdate", "executeBatch", "commit", "rollback");

    private final DataSource real;
    private final AtomicInteger calls = new AtomicInteger();
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private volatile int failAt = Integer.MAX_VALUE;
    private volatile Fault fault = Fault.BEFORE;
    private volatile boolean down;
    private volatile boolean paused;
    private volatile @Nullable String last;
    private volatile int lastCall = Integer.MAX_VALUE;
    private volatile @Nullable String pausedTable;
    private volatile @Nullable String refused;
    private volatile @Nullable String failing;
    private volatile Fault failingHow = Fault.BEFORE;
    private final AtomicInteger failures = new AtomicInteger();
    private volatile @Nullable FailingCommits commits;
    private final Queue<String> statements = new ConcurrentLinkedQueue<>();

    /** How a call fails. */
    public enum Fault {
        /** The connection is lost before the call takes place. */
        BEFORE,
        /** The call takes place, but its answer is lost with the connection. */
        AFTER,
        /** The call fails for good, and the connection stays. */
        REFUSED,
        /** The call finds no memory. */
        OUT_OF_MEMORY,
        /** The call takes place, and then there is no memory for its answer. */
        OUT_OF_MEMORY_AFTER
    }

    /** Some commits fail of transactions in which a statement with a text was prepared, each of so many. */
    private record FailingCommits(String part, Fault how, int every, AtomicInteger seen, AtomicInteger left) {

        boolean failsNow() {
            return seen.getAndIncrement() % every == 0 && left.getAndUpdate(more -> Math.max(0, more - 1)) > 0;
        }
    }

    public FailingDataSource(DataSource real) {
        this.real = real;
    }

    /** Has a call fail, counted from now on. */
    void failAt(int call, Fault how) {
        calls.set(0);
        fault = how;
        failAt = call;
    }

    int calls() {
        return calls.get();
    }

    /** Forgets which statements were prepared. */
    public void forgetStatements() {
        statements.clear();
    }

    /** Returns the statements that were prepared and contain a text. */
    public List<String> statements(String part) {
        return statements.stream().filter(sql -> sql.contains(part)).toList();
    }

    /** Has every call fail, or none. */
    public void down(boolean value) {
        down = value;
    }

    /** Has every call wait, as if the process had been stopped, or go on. */
    void pause(boolean value) {
        paused = value;
    }

    /** Has the process stand still when a statement with a text was executed, as by SIGSTOP: nothing of it goes on. */
    void standStillBehind(String part) {
        last = part;
    }

    /** Has the process stand still when a call was made, counted from now on. */
    void standStillAt(int call) {
        calls.set(0);
        lastCall = call;
    }

    boolean standsStill() {
        return paused;
    }

    /** Has a process go on that stands still. */
    void goOn() {
        last = null;
        lastCall = Integer.MAX_VALUE;
        paused = false;
    }

    private void standStill(@Nullable String sql) {
        String part = last;
        paused |= part != null && sql != null && sql.contains(part) || calls.get() >= lastCall;
        awaitGoingOn();
    }

    private void awaitGoingOn() {
        while (paused) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Has statements wait that name a table, or none. */
    void pauseOn(@Nullable String table) {
        pausedTable = table;
    }

    /** Refuses statements that begin with a word, as poolers do. */
    void refuse(String word) {
        refused = word;
    }

    /** Has statements fail, with their connections, that contain a text, or none. */
    public void failOn(@Nullable String part) {
        failOn(part, Fault.BEFORE);
    }

    /** The same, in another way. */
    public void failOn(@Nullable String part, Fault how) {
        failingHow = how;
        failing = part;
    }

    /** Returns how many statements failed for {@link #failOn}. */
    public int failures() {
        return failures.get();
    }

    /** Has the next commit of a transaction fail in which a statement with a text was prepared. */
    void failCommitOf(String part, Fault how) {
        failCommitsOf(part, how, 1, 1);
    }

    /**
     * Has some of the next commits of such transactions fail.
     *
     * @param count how many fail
     * @param every one of so many fails, the first among them
     */
    public void failCommitsOf(String part, Fault how, int count, int every) {
        commits = new FailingCommits(part, how, every, new AtomicInteger(), new AtomicInteger(count));
    }

    /** Returns how many commits are to fail still. */
    public int commitsToFail() {
        FailingCommits planned = commits;
        return planned == null ? 0 : planned.left().get();
    }

    private boolean isRefused(Object @Nullable [] arguments) {
        String word = refused;
        return word != null
                && arguments != null
                && arguments.length > 0
                && String.valueOf(arguments[0]).startsWith(word);
    }

    private void awaitTable(String sql) {
        for (String table = pausedTable; table != null && sql.contains(table); table = pausedTable) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Closes all connections, as if the database had lost them. */
    void cutAll() {
        open.forEach(connection -> {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException | RuntimeException refused) {
                // it was closed meanwhile
            }
        });
    }

    @Override
    public Connection getConnection() throws SQLException {
        return (Connection) wrap(Connection.class, perform(null, () -> {
            Connection connection = real.getConnection();
            open.add(connection);
            return connection;
        }));
    }

    private interface Call {
        @Nullable
        Object run() throws Throwable;
    }

    private Object perform(@Nullable Handler handler, Call call) throws SQLException {
        try {
            return checked(handler, call);
        } catch (SQLException | RuntimeException | Error failed) {
            throw failed;
        } catch (Throwable failed) {
            throw new AssertionError(failed);
        }
    }

    private Object checked(@Nullable Handler handler, Call call) throws Throwable {
        awaitGoingOn();
        boolean fails = calls.incrementAndGet() == failAt || down;
        if (fails) {
            throw failed(handler, call, down ? Fault.BEFORE : fault);
        }
        Object result = call.run();
        return result == null ? Boolean.TRUE : result;
    }

    private static Throwable failed(@Nullable Handler handler, Call call, Fault how) throws Throwable {
        return switch (how) {
            case OUT_OF_MEMORY -> new OutOfMemoryError("planned");
            case REFUSED -> new SQLException("refused", "42000");
            case BEFORE -> lost(handler);
            case AFTER -> {
                call.run();
                yield lost(handler);
            }
            case OUT_OF_MEMORY_AFTER -> {
                call.run();
                yield new OutOfMemoryError("planned");
            }
        };
    }

    private static SQLException lost(@Nullable Handler handler) {
        if (handler != null) {
            handler.lose();
        }
        return new SQLException("the connection is lost", "08006");
    }

    private Object wrap(Class<?> type, Object target) {
        return Proxy.newProxyInstance(
                FailingDataSource.class.getClassLoader(), new Class<?>[] {type}, new Handler(target, null, null));
    }

    /** A connection, or a statement of one. */
    private final class Handler implements InvocationHandler {
        private final Object target;
        private final @Nullable Handler owner;
        private final @Nullable String sql;
        private final Queue<String> prepared = new ConcurrentLinkedQueue<>();
        private volatile boolean lost;

        Handler(Object target, @Nullable Handler owner, @Nullable String sql) {
            this.target = target;
            this.owner = owner;
            this.sql = sql;
        }

        void lose() {
            if (owner != null) {
                owner.lose();
                return;
            }
            lost = true;
            try {
                ((Connection) target).rollback(); // what a server does when a connection is gone
            } catch (SQLException gone) {
                // it is rolled back anyway
            }
        }

        private boolean isLost() {
            return owner == null ? lost : owner.isLost();
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            String name = method.getName();
            if (name.equals("isValid")) {
                return !isLost() && (boolean) call(method, arguments);
            }
            if (name.equals("close")) {
                open.remove(target);
                return call(method, arguments);
            }
            if (isLost()) {
                throw new SQLException("the connection was lost before", "08003");
            }
            if (isRefused(arguments)) {
                throw new SQLException("not in this mode of the pooler: " + arguments[0], "0A000");
            }
            if (name.equals("commit")) {
                FailingCommits planned = commits;
                boolean fails = planned != null
                        && prepared.stream().anyMatch(sql -> sql.contains(planned.part()))
                        && planned.failsNow();
                prepared.clear();
                if (planned != null && fails) {
                    throw failed(this, () -> call(method, arguments), planned.how());
                }
            }
            if (name.equals("setAutoCommit")) {
                prepared.clear(); // what was done before is no part of the next transaction
            }
            if (CALLS.contains(name)) {
                Object result = checked(this, () -> call(method, arguments));
                standStill(sql);
                return method.getReturnType() == void.class ? null : result;
            }
            if (name.equals("prepareStatement") && arguments != null) {
                awaitTable((String) arguments[0]);
                statements.add((String) arguments[0]);
                prepared.add((String) arguments[0]);
                String part = failing;
                if (part != null && ((String) arguments[0]).contains(part)) {
                    failures.incrementAndGet();
                    throw failed(this, () -> call(method, arguments), failingHow);
                }
            }
            Object result = call(method, arguments);
            if (result instanceof Statement) {
                Class<?> type = result instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
                String text = arguments == null ? null : String.valueOf(arguments[0]);
                return Proxy.newProxyInstance(
                        FailingDataSource.class.getClassLoader(),
                        new Class<?>[] {type},
                        new Handler(result, this, text));
            }
            return result;
        }

        private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
            try {
                return method.invoke(target, arguments);
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
        return Logger.getLogger("failing");
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
