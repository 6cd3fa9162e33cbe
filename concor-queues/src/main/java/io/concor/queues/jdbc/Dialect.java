package io.concor.queues.jdbc;

import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.SeenId;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What differs between databases. Immutable: one for a data source is enough, for all threads. */
public abstract sealed class Dialect permits PostgresDialect, MariaDbDialect, SqliteDialect, H2Dialect {

    private static final Pattern VERSION = Pattern.compile("^(?:5\\.5\\.5-)?(\\d+)\\.?(\\d*)");

    Dialect() {}

    /**
     * Returns the dialect of a database: PostgreSQL, MariaDB, MySQL, SQLite or H2.
     *
     * @throws SQLException if the connection fails
     * @throws UnsupportedDatabaseException if the database, or its version, is not supported
     */
    public static Dialect of(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        return of(database.getDatabaseProductName(), database.getDatabaseProductVersion())
                .over(connection);
    }

    /** Returns the dialect for connections that begin as one does. */
    Dialect over(Connection connection) throws SQLException {
        return this;
    }

    static Dialect of(String product, String version) {
        // drivers of MySQL report MariaDB as MySQL, up to version 10 as 5.5.5-10.…
        String name = version.contains("MariaDB") ? "mariadb" : product.toLowerCase(Locale.ROOT);
        return switch (name) {
            case "postgresql" -> checked(new PostgresDialect(), 12, 0, product, version);
            case "mariadb" -> checked(new MariaDbDialect(), 10, 6, product, version);
            case "mysql" -> checked(new MySqlDialect(), 8, 0, product, version);
            case "sqlite" -> checked(new SqliteDialect(), 3, 35, product, version);
            case "h2" -> checked(new H2Dialect(), 2, 2, product, version);
            default -> throw new UnsupportedDatabaseException(product, version);
        };
    }

    private static Dialect checked(Dialect dialect, int major, int minor, String product, String version) {
        Matcher present = VERSION.matcher(version);
        int presentMajor = present.find() ? Integer.parseInt(present.group(1)) : 0;
        int presentMinor = presentMajor == major ? Integer.parseInt("0" + present.group(2)) : 0;
        if (presentMajor < major || (presentMajor == major && presentMinor < minor)) {
            throw new UnsupportedDatabaseException(product, version);
        }
        return dialect;
    }

    /** Returns the name of the database, such as {@code PostgreSQL}. */
    public abstract String name();

    /** Returns the name in the file of the schema, such as {@code postgresql}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns an expression: the clock of the database in epoch milliseconds, at the time of the statement. In H2 it is that of
     * the transaction's first statement.
     */
    public abstract String nowMillis();

    /** Returns a query of one number: {@link #nowMillis}. */
    public String selectNow() {
        return "select " + nowMillis();
    }

    /**
     * Returns what a {@code select} ends with to lock its rows until the end of the transaction, beginning with a space; empty
     * where a transaction that writes has the database for itself.
     */
    public String forUpdate() {
        return " for update";
    }

    /** Returns the same as {@link #forUpdate}, without the rows that others have locked. */
    public String forUpdateSkipLocked() {
        return " for update skip locked";
    }

    /** Returns what a {@code select} ends with to keep its rows from being changed until the end of the transaction. */
    public abstract String forShare();

    /** Returns the function that returns the greater of its two arguments. */
    public String greatest() {
        return "greatest";
    }

    /**
     * Prepares a connection that belongs to the store, once: READ COMMITTED where that is not the default, and no statement
     * commits by itself.
     */
    public final void prepare(Connection connection) throws SQLException {
        isolate(connection);
        connection.setAutoCommit(false);
    }

    /** Sets READ COMMITTED where that is not the default, outside of a transaction. */
    void isolate(Connection connection) throws SQLException {}

    /**
     * Has the database end the present transaction, and its locks, if the process stands still in it; where the database can for one
     * transaction.
     */
    void limitIdle(Connection connection) throws SQLException {}

    /** Returns whether other processes can be woken by LISTEN and NOTIFY. */
    public boolean notifies() {
        return false;
    }

    /** Returns whether a query may have a statement that writes in its {@code with}. */
    public boolean writesInQueries() {
        return false;
    }

    /** Returns what the failure of a statement means. */
    public final SqlFailure failure(SQLException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                SqlFailure failure = classify(sql);
                if (failure != SqlFailure.PERMANENT) {
                    return failure;
                }
            }
        }
        return SqlFailure.PERMANENT;
    }

    /** Classifies one exception of a chain. */
    SqlFailure classify(SQLException failed) {
        return StandardFailures.classify(failed);
    }

    /**
     * Inserts rows, and returns their ids in the order of the rows, ascending.
     *
     * @param table {@code concor_event} or {@code concor_delayed}
     */
    abstract List<Long> insert(Connection connection, String table, List<NewRow> rows) throws SQLException;

    /** Remembers ids, which are all different and sorted, and returns those that were not remembered before. */
    abstract Set<SeenId> remember(Connection connection, List<SeenId> ids) throws SQLException;

    /** The same as {@link #remember}, but a conflict instead of waiting long for another transaction, where that can be said. */
    Set<SeenId> rememberUnlessBusy(Connection connection, List<SeenId> ids) throws SQLException {
        return remember(connection, ids);
    }

    /** Inserts a row unless one of the same key exists, and returns whether it did. The transaction stays usable. */
    public abstract boolean insertIfAbsent(Connection connection, String table, String columns, Object... values)
            throws SQLException;

    /**
     * Runs a statement that changes rows, in a transaction of the store's own, and returns how many. A conflict instead of waiting
     * for more than some seconds for another transaction; in H2, as long as its URL says.
     */
    public int updateSoon(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        return Sql.update(connection, sql, parameters);
    }

    /**
     * Inserts rows into {@code concor_event} under new ids, and returns an id that is not greater than any of them.
     *
     * @param columns all but {@code id}
     * @param from an ordered query of the columns, with its end
     */
    abstract long insertOrdered(Connection connection, String columns, String from, int rows, Object... parameters)
            throws SQLException;

    /** Deletes rows of {@code concor_event}, sorted by key, and returns how many there were. */
    int delete(Connection connection, List<RowKey> rows) throws SQLException {
        return PortableStatements.delete(this, connection, rows);
    }

    /**
     * Deletes the rows of a batch, then keeps the epochs of their lanes.
     *
     * @param rows sorted by key
     * @param lanes sorted, at least one
     */
    Fence fence(Connection connection, List<RowKey> rows, List<LaneEpoch> lanes) throws SQLException {
        int deleted = rows.isEmpty() ? 0 : delete(connection, rows);
        String epochs = LaneTable.holdEpochs(this, lanes.size());
        return new Fence(
                deleted,
                Sql.list(connection, epochs, row -> row.getInt(1), LaneTable.epochs(lanes))
                        .size());
    }

    /**
     * Returns a query that is to read the first rows in the order of the primary key, and not all of them to sort them. Within a
     * transaction.
     */
    String inKeyOrder(String select) {
        return select;
    }

    /**
     * Returns the last query of a transaction that ends events: it locks lanes. A process that is stopped before its commit must
     * not keep them: where the database can end such a transaction, it does.
     */
    public String lastBeforeCommit(String select) {
        return select;
    }

    /** Returns a table, as it is named in a {@code select} or {@code update} that is to find its rows by the primary key. */
    public String byKey(String table) {
        return table;
    }

    /** Returns the beginning of a {@code delete} that is to find its rows by the primary key. */
    public String deleteByKey(String table) {
        return "delete from " + table;
    }
}
