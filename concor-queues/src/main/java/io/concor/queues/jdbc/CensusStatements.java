package io.concor.queues.jdbc;

import io.concor.queues.measure.QueueCounts;
import io.concor.queues.measure.QueueLevels;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads how long queues are. Events move between the tables, in all directions: what is to add up is read by one statement.
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
                .map(table -> "(select count(*) from (select 1 from " + table + " where queue = ? limit ?) c)")
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
