package io.concor.queues.jdbc;

import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.SeenId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** H2 2.2 and newer, for tests: it does not promise that a commit survives a power loss. */
final class H2Dialect extends Dialect {

    private static final String NEXT_ID = "next value for concor_event_id, ";

    @Override
    public String name() {
        return "H2";
    }

    @Override
    public String nowMillis() {
        return "datediff(millisecond, timestamp with time zone '1970-01-01 00:00:00+00:00', current_timestamp(3))";
    }

    @Override
    public String forShare() {
        return " for update"; // it has no shared locks of rows
    }

    @Override
    SqlFailure classify(SQLException failed) {
        return switch (failed.getErrorCode()) {
            case 50200, 90131, 40001 -> SqlFailure.CONFLICT; // lock timeout, concurrent update, deadlock
            case 90067, 90098, 90121 -> SqlFailure.CONNECTION; // broken, closed
            case 23505 -> SqlFailure.DUPLICATE_KEY;
            default -> StandardFailures.classify(failed);
        };
    }

    @Override
    List<Long> insert(Connection connection, String table, List<NewRow> rows) throws SQLException {
        List<Long> ids = new ArrayList<>(rows.size());
        for (List<NewRow> chunk : Chunks.of(rows)) {
            String sql = "select id from final table (" + PortableStatements.insert(this, table, NEXT_ID, chunk) + ")";
            List<Long> inserted =
                    Sql.list(connection, sql, row -> row.getLong(1), PortableStatements.parameters(table, chunk));
            inserted.sort(null);
            ids.addAll(inserted);
        }
        return ids;
    }

    /** Its transactions stay usable after a duplicate key. */
    @Override
    Set<SeenId> remember(Connection connection, List<SeenId> ids) throws SQLException {
        Set<SeenId> fresh = new HashSet<>();
        for (SeenId id : ids) {
            if (inserted(
                    connection,
                    "insert into concor_seen (queue, event_id, put_at) values (?, ?, " + nowMillis() + ")",
                    id.queue(),
                    id.eventId())) {
                fresh.add(id);
            }
        }
        return fresh;
    }

    @Override
    public boolean insertIfAbsent(Connection connection, String table, String columns, Object... values)
            throws SQLException {
        return inserted(
                connection,
                "insert into " + table + " (" + columns + ") values (" + Sql.marks(values.length) + ")",
                values);
    }

    private boolean inserted(Connection connection, String sql, Object... values) throws SQLException {
        try {
            return Sql.update(connection, sql, values) == 1;
        } catch (SQLException failed) {
            if (failure(failed) == SqlFailure.DUPLICATE_KEY) {
                return false;
            }
            throw failed;
        }
    }

    @Override
    long insertOrdered(Connection connection, String columns, String from, int rows, Object... parameters)
            throws SQLException {
        String sql = "select min(id) from final table (insert into concor_event (id, " + columns + ") select " + NEXT_ID
                + columns + " from (" + from + ") r)";
        return Sql.number(connection, sql, parameters);
    }

    /** It would scan the table for more than one key. */
    @Override
    int delete(Connection connection, List<RowKey> rows) throws SQLException {
        String sql = "delete from concor_event where queue = ? and lane = ? and id = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (RowKey row : rows) {
                Sql.bind(statement, row.queue(), row.lane(), row.id());
                statement.addBatch();
            }
            return IntStream.of(statement.executeBatch()).sum();
        }
    }
}
