package io.concor.queues.read;

import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.row.EventPage;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneRow;
import io.concor.queues.row.RowKey;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the rows of one queue and hands them out. For the reader's thread. */
final class QueueReader {

    private static final long NEVER = QueueStatus.NEVER;

    private final LocalQueue queue;
    private final String work;
    private final ReaderParts parts;
    private final OwnedLanes lanes;
    private final QueueStatus status;
    private final RowSource source;
    private final QueueClaims claims;
    private final PutRows puts;
    private boolean delivering;
    private boolean room = true;
    private long retryNanos = System.nanoTime();
    private volatile long idleAt = -1;

    QueueReader(LocalQueue queue, ReaderParts parts) {
        this.queue = queue;
        this.parts = parts;
        work = "read events of the queue " + queue.definition().name();
        lanes = new OwnedLanes(queue);
        status = new QueueStatus(queue, parts.tables());
        source = new RowSource(queue, parts, lanes);
        claims = new QueueClaims(queue, parts, lanes, source);
        puts = new PutRows(queue, parts, lanes);
    }

    /** Says how many events are in work. */
    void publish() {
        queue.activity().inWork(claims.inWork());
    }

    /** Returns what is done here, for the health of the store. */
    String work() {
        return work;
    }

    /** Returns from when on it may be read again after a failure. */
    long retryNanos() {
        return retryNanos;
    }

    void retryAt(long nanos) {
        retryNanos = nanos;
    }

    // what others say

    void deliver() {
        delivering = true;
        room = true;
        lanes.rewind(1);
    }

    /** Drops what is ready; lanes of which nothing is in work go. */
    void stopDelivering() {
        delivering = false;
        claims.putBackReady();
    }

    /** Returns the rows that are handed out, and puts back the others that were read. */
    Set<Long> inHand() {
        claims.putBackReady();
        return claims.rows();
    }

    void roomMade() {
        room = true;
    }

    /** The slot promises another order: rows that wait for others are judged anew. */
    void reordered() {
        claims.reordered();
        status.changed();
        lanes.rewind(1);
    }

    void gained(LaneRow lane) {
        lost(lane.lane());
        lanes.add(lane);
        changed();
    }

    void lost(int lane) {
        claims.lost(lane);
    }

    void leaving(int lane) {
        LaneState state = lanes.find(lane);
        if (state != null) {
            claims.leaving(lane, state);
        }
    }

    /** Rows were put; the least id of each lane. */
    void put(Map<Integer, Long> lowest) {
        puts.areThere(lowest);
    }

    /** A row was put, and comes with what is in it. */
    void put(PutRow row) {
        queue.fresh().arrived(row);
    }

    void delayed() {
        status.delayedChanged();
    }

    /** Other processes have put rows, of ids greater than one, or have changed something. */
    void woken(long after, boolean anything) {
        lanes.rewind(after + 1);
        status.delayedChanged();
        if (anything) {
            status.changed();
            order().judgeAgain();
        }
    }

    /** Reads lanes again from their first rows on, unless those are in hand or wait for others. */
    void look(Map<Integer, Long> heads) {
        heads.forEach((lane, id) -> {
            LaneState state = lanes.find(lane);
            if (state != null) {
                state.rewind(Math.min(id, state.cursor() + 1));
            }
        });
        status.delayedChanged();
    }

    void ended(EndRequest end) {
        if (!claims.ended(end)) {
            changed();
        }
    }

    /** Who has ended it may have made it a dead letter, or have postponed it. */
    void disowned(ClaimedEvent event) {
        changed();
        claims.disowned(event);
    }

    private void changed() {
        status.changed();
        status.delayedChanged();
    }

    void released(ClaimedEvent event) {
        claims.released(event);
    }

    void holdBehind(ClaimedEvent event) {
        claims.holdBehind(event);
    }

    // what the reader does

    /**
     * Does one round: at most one page.
     *
     * @return after how many milliseconds it has to be called again if nothing happens; 0 if there is more to do
     */
    long advance(HeldConnection connection, long posted) throws SQLException {
        claims.giveBackIdle(connection);
        if (claims.areInDoubt()) {
            changed(); // an event that has ended may hold its key, or be delayed; before, as what follows may fail
            claims.settleDoubts(connection);
        }
        long wait = handOutNext(connection, posted);
        return claims.areInDoubt() ? Math.min(wait, parts.retryMillis()) : wait;
    }

    private long handOutNext(HeldConnection connection, long posted) throws SQLException {
        if (!delivering || lanes.isEmpty() || !ownsEnough()) {
            idleAt = posted;
            return NEVER;
        }
        if (!parts.membership().holdsLease()) {
            return parts.retryMillis();
        }
        if (parts.clock().isStale()) {
            connection.query(parts.clock()::refreshed);
        }
        status.countTakenOver(connection, lanes);
        if (!status.isKnown()) {
            status.refresh(connection, order(), lanes);
            claims.lowerMarks(connection); // a person may pause or purge the queue
        }
        if (status.isPaused()) {
            return NEVER;
        }
        long now = parts.clock().millis();
        order().advance(now);
        status.moveDelayed(connection, now, this::moved);
        handOut();
        if (room && !claims.hasReady()) {
            read(connection, now);
            handOut();
        }
        leaveFresh();
        return delay(posted);
    }

    private void leaveFresh() {
        puts.leave();
        queue.fresh().want(delivering && room && !claims.hasReady() && !hasOrder());
    }

    private boolean hasOrder() {
        return queue.definition().order() != Order.ANY;
    }

    private void moved(RowKey row) {
        if (lanes.find(row.lane()) == null) {
            parts.membership().announce(false);
        } else {
            put(Map.of(row.lane(), row.id()));
        }
    }

    /** Events of a slot that one thread serves are handed out while no other process may have one. */
    private boolean ownsEnough() {
        return !isOne() || lanes.isComplete();
    }

    private long delay(long posted) {
        boolean more = room && (claims.hasReady() || mayRead() || order().hasResumable());
        if (more) {
            return 0;
        }
        if (claims.isEmpty() && status.nextDelayed() == NEVER && !mayRead()) {
            idleAt = posted;
        }
        return waitFor(Math.min(order().nextDue(), status.nextDelayed()));
    }

    private long waitFor(long untilMillis) {
        return untilMillis == NEVER
                ? NEVER
                : Math.max(1, untilMillis - parts.clock().millis());
    }

    /** Returns the number of messages that had been posted when nothing was left, or -1. */
    long idleAt() {
        return idleAt;
    }

    private boolean mayRead() {
        return !stopsAtSkipped() && lanes.areUnread();
    }

    private boolean stopsAtSkipped() {
        KeyState all = isOne() ? order().find("") : null;
        return all != null && (all.hasSkipped() || all.hold() != null);
    }

    private void read(HeldConnection connection, long now) throws SQLException {
        RowKey row = order().single();
        String key = order().resumable();
        if (row != null) {
            List<EventRow> found = source.single(connection, row);
            order().read(row);
            claims.take(connection, found, false, now);
        } else if (key != null) {
            resume(connection, key, now);
        } else if (queue.fresh().hasArrived() && !hasOrder()) {
            claims.take(connection, puts.next(), true, now);
        } else if (mayRead()) {
            List<EventRow> unread = source.unread(connection, isOne());
            claims.take(connection, hasOrder() ? behindNoneLate(connection, unread) : unread, true, now);
        }
    }

    private List<EventRow> behindNoneLate(HeldConnection connection, List<EventRow> rows) throws SQLException {
        try {
            return claims.behindNoneLate(connection, rows);
        } catch (SQLException | RuntimeException | Error failed) {
            rows.forEach(row -> lanes.rewind(row.row().lane(), row.row().id())); // they were not taken
            throw failed;
        }
    }

    private void resume(HeldConnection connection, String key, long now) throws SQLException {
        KeyState state = order().find(key);
        if (state == null) {
            return;
        }
        if (isOne()) {
            order().resumes(key);
            lanes.rewind(state.resumed());
            return;
        }
        EventPage page = source.ofKey(connection, key, state);
        List<EventRow> rows = page.rows();
        if (claims.leavesLate(connection, key, state)) {
            return; // the next page begins there
        }
        order().resumes(key);
        state.resumed();
        LaneState lane = lanes.find(state.lane());
        claims.take(connection, rows, false, now);
        if (lanes.find(state.lane()) != lane) {
            return; // it turned out to be another process's, and its keys were forgotten
        }
        if (!page.unfinished().isEmpty() && !rows.isEmpty()) {
            order().leave(key, state.lane(), rows.get(rows.size() - 1).row().id() + 1);
        }
        order().settle(key);
    }

    private KeyOrder order() {
        return claims.order();
    }

    private boolean isOne() {
        return queue.definition().order() == Order.ONE;
    }

    private void handOut() {
        room = room && claims.handOut();
    }
}
