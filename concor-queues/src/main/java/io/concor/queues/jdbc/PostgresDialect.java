package io.concor.queues.jdbc;

import io.concor.queues.codec.HeaderFormat;
import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.SeenId;
import io.concor.text.Sentence;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** PostgreSQL 12 and newer. Many rows are one array for each column, so that there is one statement to plan. */
final class PostgresDialect extends Dialect {

    private static final String LIMIT_IDLE = "set local idle_in_transaction_session_timeout = 10000";

    private static final String NEXT_ID = "nextval('concor_event_id')";

    private static final String INSERT = """
        insert into %s (id, queue, lane, event_id, key_text, type, version, size, body, headers, put_at, due_at, attempts, failures)
        select nextval('concor_event_id'), queue, lane, event_id, key_text, type, version, octet_length(body), body, headers, %s, %s, 0, 0
        from (select * from unnest(?::int[], ?::int[], ?::text[], ?::text[], ?::text[], ?::int[], ?::bytea[], ?::bytea[], ?::bigint[])
          with ordinality as r(queue, lane, event_id, key_text, type, version, body, headers, delay, place) order by place) r
        returning id\
        """;

    private static final String DELETE = """
        delete from concor_event e using unnest(?::int[], ?::int[], ?::bigint[]) as r(queue, lane, id)
        where e.queue = r.queue and e.lane = r.lane and e.id = r.id\
        """;

    private static final String REMEMBER = """
        insert into concor_seen (queue, event_id, put_at) select queue, event_id, %s from unnest(?::int[], ?::text[]) as r(queue, event_id)
        on conflict do nothing returning queue, event_id\
        """;

    private static final int KEY_PARAMETERS = 3;

    private static final String DELETE_ONE = "delete from concor_event where queue = ? and lane = ? and id = ?";

    private final boolean setsIsolation;
    private final Inserts intoEvents = inserts(EventTable.NAME, "0");
    private final Inserts intoDelayed = inserts(DelayedTable.NAME, nowMillis() + " + delay");

    PostgresDialect() {
        this(false);
    }

    /**
     * @param setsIsolation whether connections begin in another isolation than READ COMMITTED: by the database, its user, the URL or
     *     the pool
     */
    private PostgresDialect(boolean setsIsolation) {
        this.setsIsolation = setsIsolation;
    }

    /** The inserts of one row, as most callers in transactions put it, and of many. */
    private record Inserts(String one, String many) {}

    private Inserts inserts(String table, String due) {
        return new Inserts(
                PortableStatements.insert(this, table, NEXT_ID + ", ", 1) + " returning id",
                Sentence.of(INSERT, table, nowMillis(), due));
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    /** One look, because it takes a round trip, as does the setting of the isolation. */
    @Override
    Dialect over(Connection connection) throws SQLException {
        return new PostgresDialect(connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED);
    }

    @Override
    void isolate(Connection connection) throws SQLException {
        if (setsIsolation) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
    }

    @Override
    public String nowMillis() {
        return "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
    }

    @Override
    public String forShare() {
        return " for share";
    }

    @Override
    public boolean notifies() {
        return true;
    }

    @Override
    public boolean writesInQueries() {
        return true;
    }

    /**
     * A queue is often empty when its statistics are taken. They would make PostgreSQL collect all rows by a bitmap, and sort
     * them to take the first, even when there are a million. Not {@code set local}: where each call is a transaction of its own it
     * works as well, but writes a warning into the server's log. If the select fails, the setting is rolled back with it.
     */
    @Override
    String inKeyOrder(String select) {
        return "set enable_bitmapscan = off; " + select + "; reset enable_bitmapscan";
    }

    @Override
    void limitIdle(Connection connection) throws SQLException {
        Sql.update(connection, LIMIT_IDLE);
    }

    /** For this transaction alone: a pool, or PgBouncer, gives the session to others. Keep-alive finds no process that is stopped. */
    @Override
    public String lastBeforeCommit(String select) {
        return LIMIT_IDLE + "; " + select;
    }

    @Override
    public int updateSoon(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        Sql.update(connection, "set local lock_timeout = 3000");
        return Sql.update(connection, sql, parameters);
    }

    @Override
    SqlFailure classify(SQLException failed) {
        String state = Objects.requireNonNullElse(failed.getSQLState(), "");
        return switch (state) {
            case "53100", "25006" -> SqlFailure.DISK_FULL; // full, or only reading
            case "55P03", "57014" -> SqlFailure.CONFLICT; // lock not available, statement timeout
            case "23505" -> SqlFailure.DUPLICATE_KEY;
            default ->
                // server shut down, starting, dropped the session; too many connections, out of memory
                state.startsWith("57P") || state.startsWith("53") || state.equals("25P03")
                        ? SqlFailure.CONNECTION
                        : StandardFailures.classify(failed);
        };
    }

    @Override
    List<Long> insert(Connection connection, String table, List<NewRow> rows) throws SQLException {
        Inserts inserts = table.equals(DelayedTable.NAME) ? intoDelayed : intoEvents;
        if (rows.size() == 1) {
            return Sql.list(
                    connection, inserts.one(), row -> row.getLong(1), PortableStatements.parameters(table, rows));
        }
        List<Long> ids = new ArrayList<>(rows.size());
        for (List<NewRow> chunk : Chunks.of(rows)) {
            ids.addAll(insertChunk(connection, inserts.many(), chunk));
        }
        return ids;
    }

    private static List<Long> insertChunk(Connection connection, String sql, List<NewRow> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            array(statement, 1, "int4", rows, NewRow::queue);
            array(statement, 2, "int4", rows, NewRow::lane);
            array(statement, 3, "text", rows, NewRow::eventId);
            array(statement, 4, "text", rows, NewRow::key);
            array(statement, 5, "text", rows, row -> row.message().type());
            array(statement, 6, "int4", rows, row -> row.message().version());
            bytes(statement, 7, rows, row -> row.message().body());
            bytes(statement, 8, rows, row -> HeaderFormat.write(row.headers()));
            array(statement, 9, "int8", rows, NewRow::delayMillis);
            try (ResultSet inserted = statement.executeQuery()) {
                List<Long> ids = Sql.read(inserted, row -> row.getLong(1));
                ids.sort(null); // in which order they are returned is not specified
                return ids;
            }
        }
    }

    private static <T> void array(
            PreparedStatement statement, int place, String type, List<T> rows, Function<T, @Nullable Object> value)
            throws SQLException {
        set(statement, place, type, rows.stream().map(value).toArray());
    }

    private static void bytes(
            PreparedStatement statement, int place, List<NewRow> rows, Function<NewRow, byte @Nullable []> value)
            throws SQLException {
        set(statement, place, "bytea", rows.stream().map(value).toArray(byte[][]::new));
    }

    private static void set(PreparedStatement statement, int place, String type, Object[] values) throws SQLException {
        Array array = statement.getConnection().createArrayOf(type, values);
        statement.setArray(place, array);
    }

    @Override
    Set<SeenId> remember(Connection connection, List<SeenId> ids) throws SQLException {
        return remember(connection, Sentence.of(REMEMBER, nowMillis()), ids);
    }

    /** One round trip: the other statements of the transaction wait as long as they are used to. */
    @Override
    Set<SeenId> rememberUnlessBusy(Connection connection, List<SeenId> ids) throws SQLException {
        String sql = "set local lock_timeout = 20; " + Sentence.of(REMEMBER, nowMillis())
                + "; set local lock_timeout to default";
        return remember(connection, sql, ids);
    }

    private static Set<SeenId> remember(Connection connection, String sql, List<SeenId> ids) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            array(statement, 1, "int4", ids, SeenId::queue);
            array(statement, 2, "text", ids, SeenId::eventId);
            return new HashSet<>(Sql.firstRows(statement, row -> new SeenId(row.getInt(1), row.getString(2))));
        }
    }

    @Override
    long insertOrdered(Connection connection, String columns, String from, int rows, Object... parameters)
            throws SQLException {
        String sql = "insert into concor_event (id, " + columns + ") select " + NEXT_ID + ", " + columns + " from ("
                + from + ") r returning id";
        return Sql.list(connection, sql, row -> row.getLong(1), parameters).stream()
                .mapToLong(Long::longValue)
                .min()
                .orElse(0);
    }

    @Override
    int delete(Connection connection, List<RowKey> rows) throws SQLException {
        if (rows.size() == 1) {
            RowKey row = rows.get(0);
            return Sql.update(connection, DELETE_ONE, row.queue(), row.lane(), row.id());
        }
        try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
            keys(statement, rows);
            return statement.executeUpdate();
        }
    }

    private static void keys(PreparedStatement statement, List<RowKey> rows) throws SQLException {
        array(statement, 1, "int4", rows, RowKey::queue);
        array(statement, 2, "int4", rows, RowKey::lane);
        array(statement, 3, "int8", rows, RowKey::id);
    }

    /** Both statements in one round trip, in their order. */
    @Override
    Fence fence(Connection connection, List<RowKey> rows, List<LaneEpoch> lanes) throws SQLException {
        if (rows.isEmpty()) {
            return super.fence(connection, rows, lanes);
        }
        boolean one = rows.size() == 1;
        String sql = (one ? DELETE_ONE : DELETE) + "; " + LaneTable.holdEpochs(this, lanes.size());
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (one) {
                RowKey row = rows.get(0);
                Sql.bind(statement, row.queue(), row.lane(), row.id());
            } else {
                keys(statement, rows);
            }
            Sql.bindAt(statement, KEY_PARAMETERS + 1, LaneTable.epochs(lanes));
            statement.execute();
            int deleted = statement.getUpdateCount();
            while (!statement.getMoreResults()) {
                // what is set for this transaction has no rows
            }
            try (ResultSet held = statement.getResultSet()) {
                return new Fence(deleted, Sql.read(held, row -> row.getInt(1)).size());
            }
        }
    }

    @Override
    public boolean insertIfAbsent(Connection connection, String table, String columns, Object... values)
            throws SQLException {
        return PortableStatements.insertUnlessConflict(connection, table, columns, values);
    }
}
