package io.concor.queues.jdbc;

import io.concor.queues.measure.QueueCounts;
import io.concor.queues.measure.QueueLevels;
import io.concor.queues.row.KeyHold;
import io.concor.queues.row.LaneRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads how long queues are, and what waits in them for a failure. Events move between the tables, in all directions: what is to add up is read by one statement.
 * Thread-safe.
 */
public final class CensusStatements {

    private static final double MILLIS_PER_SECOND = 1_000;

    private final Dialect dialect;

    public CensusStatements(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Counts the events of a queue in all tables, but not beyond a bound: the cost is that of so many rows. */
    public QueueCounts counts(Connection connection, int queue, long most) throws SQLException {
        String tables = Stream.of("concor_event", DelayedTable.NAME, "concor_dead")
                .map(CensusStatements::countOf)
                .collect(Collectors.joining(", "));
        return Sql.<QueueCounts>list(
                        connection,
                        dialect.inKeyOrder("select " + tables),
                        row -> new QueueCounts(row.getLong(1), row.getLong(2), row.getLong(3)),
                        queue,
                        most,
                        queue,
                        most,
                        queue,
                        most)
                .get(0);
    }

    /** Returns the least id in a lane; 0 if nothing waits there. */
    long first(Connection connection, int queue, int lane) throws SQLException {
        return Sql.number(connection, "select min(id) from concor_event where queue = ? and lane = ?", queue, lane);
    }

    /** Counts the events of a queue that wait or are delayed, each up to a bound: the cost is that of so many rows. */
    public long depth(Connection connection, int queue, long most) throws SQLException {
        String both = countOf("concor_event") + " + " + countOf(DelayedTable.NAME);
        return Sql.number(connection, dialect.inKeyOrder("select " + both), queue, most, queue, most);
    }

    private static String countOf(String table) {
        return "(select count(*) from (select 1 from " + table + " where queue = ? limit ?) c)";
    }

    /**
     * Reads which keys wait for an event that failed: for dead letters, and for events that are tried again. The latter are looked
     * for among those that may have been begun, the first 1,000 of each lane.
     *
     * @param lanes those of the queue
     * @param most how many at most
     */
    public List<KeyHold> holds(Connection connection, int queue, List<LaneRow> lanes, int most) throws SQLException {
        List<Object> parameters = new ArrayList<>(List.of(queue, most));
        lanes.forEach(lane -> parameters.addAll(List.of(lane.queue(), lane.lane(), lane.attemptedTo())));
        String dead = "select * from (select id, event_id, key_text, component, error_type, error_message, last_failed,"
                + " 0 as due_at, holds from concor_dead where queue = ? and holds = 1 order by id limit ?) d";
        String postponed =
                " union all select * from (select id, event_id, key_text, component, error_type, error_message,"
                        + " last_failed, due_at, 1 as holds from concor_event where queue = ? and lane = ? and id <= ?"
                        + " order by id limit 1000) e where due_at > 0"; // only one that keeps its place has a time
        List<KeyHold> all = Sql.list(
                connection,
                dialect.inKeyOrder(dead + postponed.repeat(lanes.size())),
                CensusStatements::hold,
                parameters.toArray());
        return List.copyOf(all.subList(0, Math.min(most, all.size())));
    }

    private static KeyHold hold(ResultSet row) throws SQLException {
        long dueAt = row.getLong("due_at");
        return new KeyHold(
                row.getString("key_text"),
                row.getString("event_id"),
                dueAt == 0 ? row.getLong("id") : null,
                DeadLetterTable.failure(row),
                row.getLong("last_failed"),
                dueAt == 0 ? null : dueAt);
    }

    /**
     * Reads the levels of queues: three statements, however many queues there are.
     *
     * @param queues their numbers, at least one
     * @param most up to how many rows of a queue are counted
     */
    public Map<Integer, QueueLevels> read(Connection connection, Collection<Integer> queues, long most)
            throws SQLException {
        Map<Integer, Long> depths = byQueue(connection, counts("concor_event", queues, most));
        Map<Integer, Long> dead = byQueue(connection, counts("concor_dead", queues, most));
        Map<Integer, Long> oldest = byQueue(connection, firsts(queues));
        long now = Sql.number(connection, dialect.selectNow());
        return queues.stream()
                .collect(Collectors.toMap(
                        queue -> queue,
                        queue -> new QueueLevels(
                                depths.getOrDefault(queue, 0L),
                                seconds(oldest.getOrDefault(queue, now), now),
                                dead.getOrDefault(queue, 0L))));
    }

    private static double seconds(long putAt, long now) {
        return Math.max(0, now - putAt) / MILLIS_PER_SECOND;
    }

    private static String counts(String table, Collection<Integer> queues, long most) {
        return queues.stream()
                .map(queue -> "select " + queue + " as queue, count(*) from (select 1 from " + table + " where queue = "
                        + queue + " limit " + most + ") q" + queue)
                .collect(Collectors.joining(" union all "));
    }

    /** The first row of each lane is the oldest one there. */
    private static String firsts(Collection<Integer> queues) {
        return "select l.queue, (select e.put_at from concor_event e where e.queue = l.queue and e.lane = l.lane order by e.id limit 1) from concor_lane l where l.queue in ("
                + queues.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
    }

    /** Returns the least number above 0 of each queue. */
    private Map<Integer, Long> byQueue(Connection connection, String select) throws SQLException {
        List<long[]> rows =
                Sql.list(connection, dialect.inKeyOrder(select), row -> new long[] {row.getLong(1), row.getLong(2)});
        Map<Integer, Long> least = new HashMap<>();
        rows.stream().filter(row -> row[1] > 0).forEach(row -> least.merge((int) row[0], row[1], Math::min));
        return least;
    }
}
