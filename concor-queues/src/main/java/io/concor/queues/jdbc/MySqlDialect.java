package io.concor.queues.jdbc;

import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** MySQL 8.0 and newer: without sequences and RETURNING, so ids come from the column of {@code concor_event}. */
final class MySqlDialect extends MariaDbDialect {

    @Override
    public String name() {
        return "MySQL";
    }

    /** An event that is delayed gets its id in {@code concor_event}, and is moved in the same transaction. */
    @Override
    List<Long> insertChunk(Connection connection, String table, List<NewRow> rows) throws SQLException {
        if (!table.equals(DelayedTable.NAME)) {
            return generated(
                    connection,
                    PortableStatements.insert(this, table, "", rows),
                    PortableStatements.parameters(table, rows));
        }
        List<Long> ids = insertChunk(connection, EventTable.NAME, rows);
        for (int i = 0; i < rows.size(); i++) {
            delay(connection, rows.get(i), ids.get(i));
        }
        return ids;
    }

    private void delay(Connection connection, NewRow row, long id) throws SQLException {
        String columns = "queue, lane, id, " + Columns.CONTENT + ", " + Columns.STATE;
        Sql.update(
                connection,
                "insert into concor_delayed (" + columns + ", due_at) select " + columns + ", " + nowMillis()
                        + " + ? from concor_event where queue = ? and lane = ? and id = ?",
                row.delayMillis(),
                row.queue(),
                row.lane(),
                id);
        delete(connection, List.of(new RowKey(row.queue(), row.lane(), id)));
    }

    private static List<Long> generated(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            Sql.bind(statement, parameters);
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                List<Long> ids = Sql.read(keys, row -> row.getLong(1));
                ids.sort(null);
                return ids;
            }
        }
    }

    @Override
    Set<SeenId> remember(Connection connection, List<SeenId> ids) throws SQLException {
        Set<SeenId> fresh = new HashSet<>();
        String sql = "insert ignore into concor_seen (queue, event_id, put_at) values (?, ?, " + nowMillis() + ")";
        for (SeenId id : new ArrayList<>(ids).stream().sorted().toList()) {
            if (Sql.update(connection, sql, id.queue(), id.eventId()) == 1) {
                fresh.add(id);
            }
        }
        return fresh;
    }

    @Override
    long insertOrdered(Connection connection, String columns, String from, int rows, Object... parameters)
            throws SQLException {
        return generated(
                        connection,
                        "insert into concor_event (" + columns + ") select " + columns + " from (" + from + ") r",
                        parameters)
                .get(0);
    }
}
