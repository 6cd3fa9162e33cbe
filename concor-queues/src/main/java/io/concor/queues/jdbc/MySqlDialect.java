package io.concor.queues.jdbc;

import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.SeenId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** MySQL 8.0 and newer: without sequences and RETURNING, so ids come from the column of {@code concor_event}. */
final class MySqlDialect extends MariaDbDialect {

    private volatile int knownStep;

    @Override
    public String name() {
        return "MySQL";
    }

    /** An event that is delayed gets its id in {@code concor_event}, and is moved in the same transaction. */
    @Override
    List<Long> insertChunk(Connection connection, String table, List<NewRow> rows) throws SQLException {
        if (!table.equals(DelayedTable.NAME)) {
            return Sql.generated(
                    connection,
                    PortableStatements.insert(this, table, "", rows),
                    rows.size(),
                    step(connection),
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

    private int step(Connection connection) throws SQLException {
        if (knownStep == 0) {
            knownStep = (int) Sql.number(connection, "select @@auto_increment_increment");
        }
        return knownStep;
    }

    @Override
    Set<SeenId> remember(Connection connection, List<SeenId> ids) throws SQLException {
        Set<SeenId> fresh = new HashSet<>();
        String sql = "insert ignore into concor_seen (queue, event_id, put_at) values (?, ?, " + nowMillis() + ")";
        for (SeenId id : ids) {
            if (Sql.update(connection, sql, id.queue(), id.eventId()) == 1) {
                fresh.add(id);
            }
        }
        return fresh;
    }

    /** A second is the least. */
    @Override
    Set<SeenId> rememberUnlessBusy(Connection connection, List<SeenId> ids) throws SQLException {
        return waitingAtMost(1, connection, c -> remember(c, ids));
    }

    @Override
    public int updateSoon(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        return waitingAtMost(SECONDS_TO_WAIT, connection, c -> Sql.update(c, sql, parameters));
    }

    private static <R> R waitingAtMost(int seconds, Connection connection, HeldConnection.Work<R> work)
            throws SQLException {
        String timeout = "session innodb_lock_wait_timeout";
        Sql.update(
                connection, "set @concor_timeout = @@" + timeout.replace(' ', '.') + ", " + timeout + " = " + seconds);
        try {
            return work.with(connection);
        } finally {
            Sql.update(connection, "set " + timeout + " = @concor_timeout");
        }
    }

    @Override
    long insertOrdered(Connection connection, String columns, String from, int rows, Object... parameters)
            throws SQLException {
        return Sql.firstGenerated(
                connection,
                "insert into concor_event (" + columns + ") select " + columns + " from (" + from + ") r",
                parameters);
    }
}
