package io.concor.queues.jdbc;

import io.concor.queues.row.NewRow;
import io.concor.queues.row.SeenId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** MariaDB 10.6 and newer. */
sealed class MariaDbDialect extends Dialect permits MySqlDialect {

    static final int SECONDS_TO_WAIT = 3;

    private static final String NEXT_ID = "nextval(concor_event_id), ";

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public String nowMillis() {
        return "(timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000)"; // unix_timestamp depends on the
        // zone
    }

    @Override
    public String forShare() {
        return " lock in share mode";
    }

    @Override
    void isolate(Connection connection) throws SQLException {
        if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED); // fewer locks of gaps
        }
    }

    @Override
    public int updateSoon(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        return Sql.update(
                connection, "set statement innodb_lock_wait_timeout = " + SECONDS_TO_WAIT + " for " + sql, parameters);
    }

    @Override
    SqlFailure classify(SQLException failed) {
        return switch (failed.getErrorCode()) {
            // lock timeout, deadlock, no room for locks, snapshot conflict, nowait; statement cancelled, or too slow
            case 1205, 1213, 1206, 1020, 3572, 1317, 1969, 3024 -> SqlFailure.CONFLICT;
            case 1021, 1114, 1290, 1792, 1836, 1036, 3675 -> SqlFailure.DISK_FULL; // disk or table full, only reading
            case 1062 -> SqlFailure.DUPLICATE_KEY;
            case 1040, 1203, 1226, 1053, 1927, 2006, 2013, 4031 ->
                SqlFailure.CONNECTION; // too many, shut down, killed, lost
            default -> StandardFailures.classify(failed);
        };
    }

    /** It would scan a small table, and wait for the rows that others have locked: so two of them for each other. */
    @Override
    public String byKey(String table) {
        return table + " force index (primary)";
    }

    @Override
    public String deleteByKey(String table) {
        return "delete r from " + table + " r force index (primary)"; // only this form of a delete takes hints
    }

    @Override
    List<Long> insert(Connection connection, String table, List<NewRow> rows) throws SQLException {
        List<Long> ids = new ArrayList<>(rows.size());
        for (List<NewRow> chunk : Chunks.of(rows)) {
            ids.addAll(insertChunk(connection, table, chunk));
        }
        return ids;
    }

    List<Long> insertChunk(Connection connection, String table, List<NewRow> rows) throws SQLException {
        String sql = PortableStatements.insert(this, table, NEXT_ID, rows) + " returning id";
        List<Long> ids = Sql.list(connection, sql, row -> row.getLong(1), PortableStatements.parameters(table, rows));
        ids.sort(null);
        return ids;
    }

    @Override
    Set<SeenId> remember(Connection connection, List<SeenId> ids) throws SQLException {
        return remember(connection, "", ids);
    }

    @Override
    Set<SeenId> rememberUnlessBusy(Connection connection, List<SeenId> ids) throws SQLException {
        return remember(connection, "set statement innodb_lock_wait_timeout = 0 for ", ids);
    }

    private Set<SeenId> remember(Connection connection, String before, List<SeenId> ids) throws SQLException {
        String row = "(?, ?, " + nowMillis() + ")";
        String sql = before + "insert ignore into concor_seen (queue, event_id, put_at) values "
                + String.join(", ", Collections.nCopies(ids.size(), row)) + " returning queue, event_id";
        Object[] parameters =
                ids.stream().flatMap(id -> Stream.of(id.queue(), id.eventId())).toArray();
        return new HashSet<>(
                Sql.list(connection, sql, found -> new SeenId(found.getInt(1), found.getString(2)), parameters));
    }

    @Override
    long insertOrdered(Connection connection, String columns, String from, int rows, Object... parameters)
            throws SQLException {
        String sql = "insert into concor_event (id, " + columns + ") select " + NEXT_ID + columns + " from (" + from
                + ") r returning id";
        return Sql.list(connection, sql, row -> row.getLong(1), parameters).stream()
                .mapToLong(Long::longValue)
                .min()
                .orElse(0);
    }

    @Override
    public boolean insertIfAbsent(Connection connection, String table, String columns, Object... values)
            throws SQLException {
        return Sql.update(
                        connection,
                        "insert ignore into " + table + " (" + columns + ") values (" + Sql.marks(values.length) + ")",
                        values)
                == 1;
    }
}
