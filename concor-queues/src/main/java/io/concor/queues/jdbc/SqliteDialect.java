package io.concor.queues.jdbc;

import io.concor.queues.row.NewRow;
import io.concor.queues.row.SeenId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * SQLite 3.35 and newer. It runs in this process, so statements make no round trips; a transaction that writes has the database
 * for itself. The caller begins it with BEGIN IMMEDIATE.
 */
final class SqliteDialect extends Dialect {

    private static final Set<SQLiteErrorCode> DUPLICATES =
            Set.of(SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY, SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE);
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int READ_ONLY = 8;
    private static final int IO_ERROR = 10;
    private static final int FULL = 13;
    private static final int CANNOT_OPEN = 14;

    @Override
    public String name() {
        return "SQLite";
    }

    @Override
    public String nowMillis() {
        return "(cast(strftime('%s', 'now') as integer) * 1000 + cast(substr(strftime('%f', 'now'), 4) as integer))";
    }

    @Override
    public String forUpdate() {
        return "";
    }

    @Override
    public String forUpdateSkipLocked() {
        return "";
    }

    @Override
    public String forShare() {
        return "";
    }

    @Override
    public String greatest() {
        return "max";
    }

    @Override
    SqlFailure classify(SQLException failed) {
        if (failed instanceof SQLiteException sqlite && DUPLICATES.contains(sqlite.getResultCode())) {
            return SqlFailure.DUPLICATE_KEY;
        }
        return switch (failed.getErrorCode()) {
            case BUSY, LOCKED -> SqlFailure.CONFLICT;
            case FULL, READ_ONLY -> SqlFailure.DISK_FULL;
            case IO_ERROR, CANNOT_OPEN -> SqlFailure.CONNECTION;
            default -> StandardFailures.classify(failed);
        };
    }

    @Override
    List<Long> insert(Connection connection, String table, List<NewRow> rows) throws SQLException {
        long first = reserve(connection, rows.size());
        String sql = PortableStatements.insert(this, table, "?, ", List.of(rows.get(0)));
        List<Long> ids = new ArrayList<>(rows.size());
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (NewRow row : rows) {
                ids.add(first + ids.size());
                insertRow(statement, table, row, ids.get(ids.size() - 1));
            }
        }
        return ids;
    }

    private static void insertRow(PreparedStatement statement, String table, NewRow row, Long id) throws SQLException {
        List<@Nullable Object> parameters = new ArrayList<>();
        parameters.add(id);
        PortableStatements.addParameters(parameters, row);
        if (table.equals(DelayedTable.NAME)) {
            parameters.add(row.delayMillis());
        }
        Sql.bind(statement, parameters.toArray());
        statement.executeUpdate();
    }

    /** Returns the first of some ids. */
    private static long reserve(Connection connection, int count) throws SQLException {
        return Sql.number(
                connection, "update concor_event_id set value = value + ? returning value - ? + 1", count, count);
    }

    @Override
    Set<SeenId> remember(Connection connection, List<SeenId> ids) throws SQLException {
        Set<SeenId> fresh = new HashSet<>();
        for (SeenId id : ids) {
            int inserted = Sql.update(
                    connection,
                    "insert into concor_seen (queue, event_id, put_at) values (?, ?, " + nowMillis()
                            + ") on conflict do nothing",
                    id.queue(),
                    id.eventId());
            if (inserted == 1) {
                fresh.add(id);
            }
        }
        return fresh;
    }

    @Override
    long insertOrdered(Connection connection, String columns, String from, int rows, Object... parameters)
            throws SQLException {
        long first = reserve(connection, rows);
        Sql.update(
                connection,
                "insert into concor_event (id, " + columns + ") select " + (first - 1) + " + row_number() over (), "
                        + columns + " from (" + from + ") r",
                parameters);
        return first;
    }

    @Override
    public boolean insertIfAbsent(Connection connection, String table, String columns, Object... values)
            throws SQLException {
        return PortableStatements.insertUnlessConflict(connection, table, columns, values);
    }
}
