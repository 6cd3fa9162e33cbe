package io.concor.queues.administration;

import io.concor.queues.administration.LocalQueues.Rows;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.EventTable;
import io.concor.queues.jdbc.EventTable.Purged;
import io.concor.queues.jdbc.LaneTable;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.row.LaneRow;
import io.concor.queues.row.QueueRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what waits in the lanes of a queue and is not in work. In a lane of this process it knows what is; in one without a living
 * owner nothing is; in one of another process everything up to the mark of attempts may be.
 */
final class LanePurge {

    static final String ACTION = "purge a queue";

    private static final int AT_ONCE = 500;

    private final AdministrationDatabase database;
    private final QueueRow queue;
    /** The mark of each lane before it was asked what is in hand. */
    private final Map<Integer, Long> marksBefore = new HashMap<>();

    private @Nullable Rows inHand;

    LanePurge(AdministrationDatabase database, QueueRow queue) {
        this.database = database;
        this.queue = queue;
    }

    /** Deletes it, and returns how many. */
    long run(LocalQueues local) {
        List<LaneRow> before = database.read(ACTION, (c, sql) -> new LaneTable(sql).lanes(c, queue.id()));
        before.forEach(lane -> marksBefore.put(lane.lane(), lane.attemptedTo()));
        inHand = local.inHand(queue.id()).orElse(null);
        return before.stream().mapToLong(lane -> purge(lane.lane())).sum();
    }

    private long purge(int lane) {
        long deleted = 0;
        Purged purged = new Purged(0, 0, false);
        while (!purged.finished()) {
            long above = purged.last();
            purged = database.write(ACTION, (c, sql) -> purgeLocked(c, sql, lane, above));
            deleted += purged.deleted();
        }
        return deleted;
    }

    private Purged purgeLocked(Connection connection, Dialect dialect, int lane, long above) throws SQLException {
        List<LaneRow> locked = new LaneTable(dialect).lock(connection, queue.id(), lane);
        LongPredicate inWork = locked.isEmpty() ? id -> false : inWork(connection, dialect, locked.get(0));
        return new EventTable(dialect).purge(connection, queue.id(), lane, above, inWork, AT_ONCE);
    }

    /**
     * What has come into hand meanwhile is above the mark of before. One that was given back and read again meanwhile is deleted: its
     * transaction fails.
     */
    private LongPredicate inWork(Connection connection, Dialect dialect, LaneRow lane) throws SQLException {
        Rows known = inHand;
        long mark = lane.attemptedTo();
        if (known != null && known.instance().equals(lane.owner())) {
            long before = marksBefore.getOrDefault(lane.lane(), 0L);
            return id -> id <= mark && (id > before || known.ids().contains(id));
        }
        return isAlive(connection, dialect, lane.owner()) ? id -> id <= mark : id -> false;
    }

    private static boolean isAlive(Connection connection, Dialect dialect, @Nullable String owner) throws SQLException {
        return owner != null
                && Sql.number(
                                connection,
                                "select count(*) from concor_instance where id = ? and lease_until > "
                                        + dialect.nowMillis(),
                                owner)
                        > 0;
    }
}
