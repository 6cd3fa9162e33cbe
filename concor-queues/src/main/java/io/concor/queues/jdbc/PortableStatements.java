package io.concor.queues.jdbc;

import io.concor.queues.codec.HeaderFormat;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Statements that most databases run well. */
final class PortableStatements {

    /** The columns of an inserted row that have parameters. */
    private static final String GIVEN = "queue, lane, event_id, key_text, type, version, size, body, headers";

    /** Far below the most parameters of SQLite (32,766). */
    private static final int MOST_KEYS = 2_000;

    private PortableStatements() {}

    /** Returns an {@code insert} of rows whose ids the database makes, with parameters by {@link #parameters}. */
    static String insert(Dialect dialect, String table, String nextId, List<NewRow> rows) {
        return insert(dialect, table, nextId, rows.size());
    }

    static String insert(Dialect dialect, String table, String nextId, int rows) {
        boolean delayed = table.equals(DelayedTable.NAME);
        String due = delayed ? dialect.nowMillis() + " + ?" : "0";
        String row = "(" + nextId + Sql.marks(9) + ", " + dialect.nowMillis() + ", " + due + ", 0, 0)";
        return "insert into " + table + " (" + (nextId.isEmpty() ? "" : "id, ") + GIVEN
                + ", put_at, due_at, attempts, failures) values "
                + String.join(", ", Collections.nCopies(rows, row));
    }

    static @Nullable Object[] parameters(String table, List<NewRow> rows) {
        List<@Nullable Object> parameters = new ArrayList<>(rows.size() * 10);
        for (NewRow row : rows) {
            addParameters(parameters, row);
            if (table.equals(DelayedTable.NAME)) {
                parameters.add(row.delayMillis());
            }
        }
        return parameters.toArray();
    }

    static void addParameters(List<@Nullable Object> parameters, NewRow row) {
        byte[] body = row.message().body();
        parameters.addAll(Arrays.asList(
                row.queue(),
                row.lane(),
                row.eventId(),
                row.key(),
                row.message().type(),
                row.message().version(),
                body.length,
                body,
                HeaderFormat.write(row.headers())));
    }

    /** For databases that know conflicts of keys. Returns whether the row was not there. */
    static boolean insertUnlessConflict(Connection connection, String table, String columns, Object... values)
            throws SQLException {
        return Sql.update(
                        connection,
                        "insert into " + table + " (" + columns + ") values (" + Sql.marks(values.length)
                                + ") on conflict do nothing",
                        values)
                == 1;
    }

    static int delete(Dialect dialect, Connection connection, List<RowKey> rows) throws SQLException {
        int deleted = 0;
        for (int start = 0; start < rows.size(); start += MOST_KEYS) {
            deleted += deleteChunk(dialect, connection, rows.subList(start, Math.min(rows.size(), start + MOST_KEYS)));
        }
        return deleted;
    }

    private static int deleteChunk(Dialect dialect, Connection connection, List<RowKey> rows) throws SQLException {
        Map<List<Integer>, List<Long>> lanes = new LinkedHashMap<>();
        for (RowKey row : rows) {
            lanes.computeIfAbsent(List.of(row.queue(), row.lane()), lane -> new ArrayList<>())
                    .add(row.id());
        }
        List<Object> parameters = new ArrayList<>();
        String conditions = lanes.entrySet().stream()
                .map(lane -> condition(parameters, lane.getKey(), lane.getValue()))
                .collect(Collectors.joining(" or "));
        return Sql.update(
                connection, dialect.deleteByKey(EventTable.NAME) + " where " + conditions, parameters.toArray());
    }

    private static String condition(List<Object> parameters, List<Integer> lane, List<Long> ids) {
        parameters.addAll(lane);
        List<Long> padded = Sql.padded(ids);
        parameters.addAll(padded);
        return "(queue = ? and lane = ? and id in (" + Sql.marks(padded.size()) + "))";
    }

    /** Bodies are read after the rows were chosen, so that those beyond the bound cost nothing. */
    static String bounded(String rows) {
        return "select " + Columns.of("e", Columns.EVENT)
                + " from (select queue, lane, id, sum(size) over (order by id rows between unbounded preceding and"
                + " current row) - size as bytes_before from (" + rows + ") c) w"
                + " join concor_event e on e.queue = w.queue and e.lane = w.lane and e.id = w.id"
                + " where w.bytes_before < ? order by e.id";
    }
}
