package io.concor.queues.administration;

import io.concor.queues.administration.LocalQueues.Rows;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.EventTable;
import io.concor.queues.jdbc.EventTable.Purged;
import io.concor.queues.jdbc.HeldConnection;
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

    private static final int AT_ONCE = 500;

    private final Dialect dialect;
    private final EventTable events;
    private final LaneTable lanes;
    private final QueueRow queue;
    /** The mark of each lane before it was asked what is in hand. */
    private final Map<Integer, Long> marksBefore = new HashMap<>();

    private @Nullable Rows inHand;

    LanePurge(Dialect dialect, QueueRow queue) {
        this.dialect = dialect;
        this.events = new EventTable(dialect);
        this.lanes = new LaneTable(dialect);
        this.queue = queue;
    }

    /** Deletes it, and returns how many. */
    long run(HeldConnection connection, LocalQueues local) throws SQLException {
        List<LaneRow> before = connection.query(c -> lanes.lanes(c, queue.id()));
        before.forEach(lane -> marksBefore.put(lane.lane(), lane.attemptedTo()));
        inHand = local.inHand(queue.id()).orElse(null);
        long deleted = 0;
        for (LaneRow lane : before) {
            deleted += purge(connection, lane.lane());
        }
        return deleted;
    }

    private long purge(HeldConnection connection, int lane) throws SQLException {
        long deleted = 0;
        Purged purged = new Purged(0, 0, false);
        while (!purged.finished()) {
            long above = purged.last();
            purged = connection.transact(c -> purgeLocked(c, lane, above));
            deleted += purged.deleted();
        }
        return deleted;
    }

    private Purged purgeLocked(Connection connection, int lane, long above) throws SQLException {
        List<LaneRow> locked = lanes.lock(connection, queue.id(), lane);
        LongPredicate inWork = locked.isEmpty() ? id -> false : inWork(connection, locked.get(0));
        return events.purge(connection, queue.id(), lane, above, inWork, AT_ONCE);
    }

    /**
     * What has come into hand meanwhile is above the mark of before. One that was given back and read again meanwhile is deleted: its
     * transaction fails.
     */
    private LongPredicate inWork(Connection connection, LaneRow lane) throws SQLException {
        Rows known = inHand;
        long mark = lane.attemptedTo();
        if (known != null && known.instance().equals(lane.owner())) {
            long before = marksBefore.getOrDefault(lane.lane(), 0L);
            return id -> id <= mark && (id > before || known.ids().contains(id));
        }
        return isAlive(connection, lane.owner()) ? id -> id <= mark : id -> false;
    }

    private boolean isAlive(Connection connection, @Nullable String owner) throws SQLException {
        return owner != null
                && Sql.number(
                                connection,
                                "select count(*) from concor_instance where id = ? and lease_until > "
                                        + dialect.nowMillis(),
                                owner)
                        > 0;
    }
}
