package io.concor.queues.member;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.row.LaneRow;
import io.concor.text.Sentence;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The statements on instances, consumers and lanes. */
final class MemberTables {

    /** The channel of {@code NOTIFY}. The payload is the id of the instance that is to wake. */
    static final String CHANNEL = "concor_queues";

    private final Dialect dialect;

    MemberTables(Dialect dialect) {
        this.dialect = dialect;
    }

    void insert(Connection connection, String id, MemberSettings settings) throws SQLException {
        Sql.update(
                connection,
                Sentence.of(
                        "insert into concor_instance (id, name, started_at, lease_until, wake) values (?, ?, %1$s, %1$s + ?, 0)",
                        dialect.nowMillis()),
                id,
                settings.name(),
                settings.lease().toMillis());
    }

    /**
     * Renews the lease of an instance, and returns all of them. It is not one of them any more if it has expired and its row is
     * gone.
     */
    List<InstanceRow> renew(Connection connection, String id, MemberSettings settings) throws SQLException {
        long lease = settings.lease().toMillis();
        if (dialect.writesInQueries()) {
            return instances(
                    connection,
                    "with renewed as (" + renewal() + " returning id) ",
                    " where id <> ? or exists (select 1 from renewed)",
                    lease,
                    id,
                    id);
        }
        Sql.update(connection, renewal(), lease, id);
        return instances(connection, "", "");
    }

    private String renewal() {
        return Sentence.of("update concor_instance set lease_until = %s + ? where id = ?", dialect.nowMillis());
    }

    private List<InstanceRow> instances(Connection connection, String before, String behind, Object... parameters)
            throws SQLException {
        String sql = before
                + Sentence.of("select id, wake, lease_until - %s from concor_instance", dialect.nowMillis())
                + behind;
        return Sql.list(
                connection, sql, row -> new InstanceRow(row.getString(1), row.getLong(2), row.getLong(3)), parameters);
    }

    /** Returns the counter of an instance; 0 if its row is gone. */
    long wake(Connection connection, String id) throws SQLException {
        return Sql.number(connection, "select wake from concor_instance where id = ?", id);
    }

    /** Deletes an instance whose lease has ended. Its lanes have no owner then, because theirs is no instance any more. */
    boolean expire(Connection connection, String id) throws SQLException {
        String sql = Sentence.of("delete from concor_instance where id = ? and lease_until < %s", dialect.nowMillis());
        boolean expired = Sql.update(connection, sql, id) == 1;
        if (expired) {
            Sql.update(connection, "delete from concor_consumer where instance = ?", id);
        }
        return expired;
    }

    /** Ends an instance. What it has in work counts as begun: {@link LaneRow#attemptedTo} stays. */
    void leave(Connection connection, String id) throws SQLException {
        Sql.update(connection, "update concor_lane set owner = null, epoch = epoch + 1 where owner = ?", id);
        Sql.update(connection, "delete from concor_consumer where instance = ?", id);
        Sql.update(connection, "delete from concor_instance where id = ?", id);
    }

    void consume(Connection connection, int queue, String id) throws SQLException {
        stopConsuming(connection, queue, id);
        Sql.update(connection, "insert into concor_consumer (queue, instance) values (?, ?)", queue, id);
    }

    void stopConsuming(Connection connection, int queue, String id) throws SQLException {
        Sql.update(connection, "delete from concor_consumer where queue = ? and instance = ?", queue, id);
    }

    /** Returns the lanes of all queues, by queue and number. An owner that is no instance any more is null. */
    Map<Integer, List<LaneRow>> lanes(Connection connection) throws SQLException {
        String sql = "select l.queue, l.lane, i.id, l.epoch, l.attempted_to"
                + " from concor_lane l left join concor_instance i on i.id = l.owner order by l.queue, l.lane";
        return Sql.<LaneRow>list(connection, sql, MemberTables::lane).stream().collect(groupingBy(LaneRow::queue));
    }

    private static LaneRow lane(ResultSet row) throws SQLException {
        return new LaneRow(row.getInt(1), row.getInt(2), row.getString(3), row.getLong(4), row.getLong(5));
    }

    /** Returns the consumers of each queue that are instances. */
    Map<Integer, TreeSet<String>> consumers(Connection connection) throws SQLException {
        String sql = "select c.queue, c.instance from concor_consumer c join concor_instance i on i.id = c.instance";
        return Sql.list(connection, sql, row -> Map.entry(row.getInt(1), row.getString(2))).stream()
                .collect(groupingBy(Map.Entry::getKey, mapping(Map.Entry::getValue, toCollection(TreeSet::new))));
    }

    /**
     * Takes lanes that have no owner.
     *
     * @return those that it took; others were taken by other instances meanwhile, or are locked by a transaction of their old
     *     owner
     */
    List<LaneRow> take(Connection connection, List<LaneRow> lanes, String id) throws SQLException {
        Map<Integer, Long> attempted = lockedAttempted(connection, lanes);
        List<LaneRow> taken = new ArrayList<>();
        for (LaneRow lane : lanes) {
            Long attemptedTo = attempted.get(lane.lane());
            if (attemptedTo != null && changeOwner(connection, lane, id)) {
                taken.add(new LaneRow(lane.queue(), lane.lane(), id, lane.epoch() + 1, attemptedTo));
            }
        }
        return taken;
    }

    private static boolean changeOwner(Connection connection, LaneRow lane, String id) throws SQLException {
        String sql = "update concor_lane set owner = ?, epoch = epoch + 1 where queue = ? and lane = ? and epoch = ?";
        return Sql.update(connection, sql, id, lane.queue(), lane.lane(), lane.epoch()) == 1;
    }

    /** Locks those lanes that no other transaction has locked, and returns up to which ids they were begun: that may have grown. */
    private Map<Integer, Long> lockedAttempted(Connection connection, List<LaneRow> lanes) throws SQLException {
        String sql = "select lane, attempted_to from concor_lane where queue = ? and lane in ("
                + Sql.marks(lanes.size()) + ")" + dialect.forUpdateSkipLocked();
        List<Object> parameters = new ArrayList<>();
        parameters.add(lanes.get(0).queue());
        lanes.forEach(lane -> parameters.add(lane.lane()));
        return Sql.list(connection, sql, row -> Map.entry(row.getInt(1), row.getLong(2)), parameters.toArray()).stream()
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Frees a lane of an instance. Nothing of it is in work, so nothing counts as begun. */
    void free(Connection connection, int queue, int lane, String id) throws SQLException {
        Sql.update(
                connection,
                "update concor_lane set owner = null, epoch = epoch + 1, attempted_to = 0"
                        + " where queue = ? and lane = ? and owner = ?",
                queue,
                lane,
                id);
    }

    /** Frees all lanes of a queue that an instance has. What it has in work counts as begun. */
    void freeAll(Connection connection, int queue, String id) throws SQLException {
        Sql.update(
                connection,
                "update concor_lane set owner = null, epoch = epoch + 1 where queue = ? and owner = ?",
                queue,
                id);
    }

    /** Grows the counters of all other instances, and notifies them. */
    void wakeOthers(Connection connection, String id, long step) throws SQLException {
        String sql = "update concor_instance set wake = wake + ? where id <> ?";
        if (!dialect.notifies()) {
            Sql.update(connection, sql, step, id);
            return;
        }
        String notifying =
                "with woken as (" + sql + " returning id) select pg_notify('" + CHANNEL + "', id) from woken";
        Sql.list(connection, notifying, row -> "", step, id);
    }
}
