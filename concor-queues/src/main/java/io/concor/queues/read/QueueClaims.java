package io.concor.queues.read;

import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.jdbc.EventTable;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.RowKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The events of one queue that this process has taken. For the reader's thread.
 *
 * <pre>
 * unread row ─read→ counted as begun ─→ ready ─receiver→ handed out ─→ ended, or left again
 *     └──────────→ left for later: see {@link KeyOrder}
 * </pre>
 */
final class QueueClaims {

    private static final long UNREADABLE_MILLIS = 10_000;

    private final LocalQueue queue;
    private final ReaderParts parts;
    private final OwnedLanes lanes;
    private final RowSource source;
    private final AttemptCounter attempts;
    private final EventsInHand inHand = new EventsInHand();
    /** Events that went back and may have ended. They stay in hand, so that those behind them wait, until that is known. */
    private final List<ClaimedEvent> inDoubt = new ArrayList<>();

    private final LateRows late;
    private KeyOrder order;

    QueueClaims(LocalQueue queue, ReaderParts parts, OwnedLanes lanes, RowSource source) {
        this.queue = queue;
        this.parts = parts;
        this.lanes = lanes;
        this.source = source;
        attempts = new AttemptCounter(parts.tables());
        late = new LateRows(queue, parts, lanes, inHand);
        order = new KeyOrder(queue);
    }

    KeyOrder order() {
        return order;
    }

    boolean isEmpty() {
        return inHand.isEmpty() && order.isEmpty();
    }

    int inWork() {
        return inHand.inWork();
    }

    Set<Long> rows() {
        return inHand.rows();
    }

    boolean hasReady() {
        return inHand.hasReady();
    }

    // what becomes of those in hand

    /** The slot promises another order: rows that wait for others are judged anew. */
    void reordered() {
        putBackReady();
        order.freeAll();
        order = new KeyOrder(queue);
        inHand.all().forEach(order::took);
        for (ClaimedEvent event : List.copyOf(inDoubt)) {
            if (inDoubt.contains(event)) { // and not dropped behind another one
                dropBehind(event);
            }
        }
    }

    /** Leaves events that wait for room to be read again. */
    void putBackReady() {
        inHand.allReady().forEach(this::putBack);
    }

    /** Returns false if it was not in hand any more, so that it is not known here what its end means for others. */
    boolean ended(EndRequest end) {
        ClaimedEvent event = end.event();
        if (!inHand.has(event)) {
            queue.holds().unhold(end);
            return false;
        }
        if (end.ending().holdsOrder()) {
            long dueAt = end.ending() instanceof Ending.Postponed postponed
                    ? parts.clock().millis() + postponed.delay().toMillis()
                    : OrderHold.BY_PERSON;
            order.hold(event, dueAt).forEach(this::drop);
        } else {
            queue.holds().unholdBehind(event);
        }
        forget(event);
        return true;
    }

    /** An event is another process's, or has ended: those behind it are read again. */
    void disowned(ClaimedEvent event) {
        if (inHand.has(event)) {
            dropBehind(event);
            forget(event);
        }
        queue.holds().unholdBehind(event);
    }

    void released(ClaimedEvent event) {
        if (!inHand.has(event)) {
            queue.holds().unholdBehind(event);
        } else if (event.isInDoubt()) {
            dropBehind(event);
            inDoubt.add(event);
        } else {
            putBack(event);
        }
    }

    /** An event has failed and has not ended: those behind it are read again when it has. */
    void holdBehind(ClaimedEvent event) {
        if (inHand.has(event)) {
            dropBehind(event);
        } else {
            queue.holds().unholdBehind(event);
        }
    }

    private void dropBehind(ClaimedEvent event) {
        String key = queue.holds().orderKey(event.key());
        if (key != null) {
            order.waitBehind(event, key).forEach(this::drop);
        }
    }

    boolean areInDoubt() {
        return !inDoubt.isEmpty();
    }

    /**
     * Finds out which of the events that may have ended have, and leaves the others to be read again. Those whose transactions
     * have not ended yet stay in doubt.
     */
    void settleDoubts(HeldConnection connection) throws SQLException {
        for (ClaimedEvent event : List.copyOf(inDoubt)) {
            RowKey row = event.row().row();
            EventTable.Presence presence =
                    connection.transact(c -> parts.tables().events().presence(c, row));
            if (presence == EventTable.Presence.THERE) {
                putBack(event);
            } else if (presence == EventTable.Presence.GONE) {
                disowned(event);
            }
        }
    }

    /** Leaves an event, and those of its key behind it, to be read again. */
    private void putBack(ClaimedEvent event) {
        if (!inHand.has(event)) {
            return; // it stood behind another one that went back
        }
        event.revoke();
        attempts.returned(event);
        inHand.notReady(event);
        String key = queue.holds().orderKey(event.key());
        LaneState lane = lanes.find(event.lane().lane());
        if (key != null) {
            order.skip(event, key).forEach(this::drop);
        } else if (lane != null) {
            lane.rewind(event.rowId());
        }
        forget(event);
        queue.holds().unholdBehind(event);
        if (key != null) {
            order.settle(key);
        }
    }

    private void drop(ClaimedEvent event) {
        event.revoke();
        attempts.returned(event);
        inHand.notReady(event);
        forget(event);
    }

    private void forget(ClaimedEvent event) {
        inDoubt.remove(event);
        if (inHand.remove(event)) {
            order.gave(event);
            LaneState lane = lanes.find(event.lane().lane());
            if (lane != null) {
                lane.gave();
                giveBackIfIdle(event.lane().lane(), lane);
            }
        }
    }

    // lanes

    /** A lane belongs to another process. */
    void lost(int lane) {
        if (lanes.find(lane) != null) {
            inHand.ofLane(lane).forEach(this::drop);
            forget(lane);
            parts.membership().announce(true); // rows may have been put that the new owner does not know of
        }
    }

    /** A lane goes when nothing of it is in work. */
    void leaving(int lane, LaneState state) {
        state.leave();
        inHand.allReady().stream().filter(event -> event.lane().lane() == lane).forEach(this::putBack);
        giveBackIfIdle(lane, state);
    }

    private void giveBackIfIdle(int lane, LaneState state) {
        if (state.isLeavingIdle() && !attempts.hasReturned(lane)) {
            forget(lane);
            parts.membership().giveBack(queue.number(), lane);
        }
    }

    /** Gives back lanes whose events have attempts that were counted and did not begin: their next owner is not to count those. */
    void giveBackIdle(HeldConnection connection) throws SQLException {
        for (LaneState state : attempts.hasReturned() ? lanes.leavingIdle() : List.<LaneState>of()) {
            int lane = state.epoch().lane();
            attempts.undo(connection, lane);
            giveBackIfIdle(lane, state);
        }
    }

    private void forget(int lane) {
        attempts.forget(lane);
        lanes.remove(lane);
        order.forget(lane);
    }

    // taking

    /** Leaves out rows of lanes that have an earlier one, committed late. */
    List<EventRow> behindNoneLate(HeldConnection connection, List<EventRow> rows) throws SQLException {
        return late.behindNone(connection, rows, order);
    }

    /** Returns whether a key is to be read again, from a row on that was committed late. */
    boolean leavesLate(HeldConnection connection, String key, KeyState state) throws SQLException {
        return late.leaves(connection, key, state, order);
    }

    /**
     * Takes the rows that may be handed out, and counts their attempts.
     *
     * @param complete whether these are all rows of their lanes from the cursors on, so that those move
     */
    void take(HeldConnection connection, List<EventRow> rows, boolean complete, long now) throws SQLException {
        List<ClaimedEvent> begun = taken(rows, complete, now);
        try {
            begun.removeIf(this::givesUp);
            if (!begun.isEmpty()) {
                count(connection, begun);
            }
        } catch (SQLException | RuntimeException | Error failed) {
            begun.forEach(this::putBack);
            throw failed;
        }
    }

    private List<ClaimedEvent> taken(List<EventRow> rows, boolean complete, long now) {
        List<ClaimedEvent> claimed = new ArrayList<>();
        long nanos = System.nanoTime();
        for (EventRow row : rows) {
            LaneState lane = lanes.find(row.row().lane());
            if (lane == null || lane.isLeaving()) {
                continue;
            }
            parts.ids().saw(row.row().id(), nanos);
            if (!inHand.hasRow(row.row().id())) {
                if (admits(row, now)) {
                    claimed.add(taken(row, lane));
                } else if (queue.definition().order() == Order.ONE) {
                    break;
                }
            }
            if (complete) {
                lane.passed(row.row().id());
            }
        }
        return claimed;
    }

    private boolean admits(EventRow row, long now) {
        return source.isReadable(row) ? order.admits(row, now) : order.refuses(row, now + UNREADABLE_MILLIS);
    }

    private ClaimedEvent taken(EventRow row, LaneState lane) {
        ClaimedEvent event = new ClaimedEvent(queue, row, lane.epoch());
        inHand.add(event);
        lane.took();
        order.took(event);
        return event;
    }

    /** An event in whose attempts processes died again and again becomes a dead letter. Returns whether it does. */
    private boolean givesUp(ClaimedEvent event) {
        attempts.resume(event);
        boolean applies = GivenUp.applies(queue.definition(), event.attempt(), event.deaths());
        if (applies) {
            Ending.Dead dead = GivenUp.ending(queue.definition(), event.attempt(), event.deaths());
            parts.writer().end(new EndRequest(event, dead, null));
        }
        return applies;
    }

    /** Not in an outbox, whose events are never given up: its lane is locked while Kafka is written to. */
    private void count(HeldConnection connection, List<ClaimedEvent> events) throws SQLException {
        if (queue.isOutbox()) {
            inHand.ready(events);
            return;
        }
        AttemptCounter.Counted counted = attempts.count(connection, events, lanes);
        inHand.ready(events);
        counted.gone().forEach(this::drop);
        if (!counted.lost().isEmpty()) {
            parts.membership().suspect();
            counted.lost().forEach(lane -> lost(lane.lane()));
        }
    }

    /** Has the marks of lanes say what was handed out, and no more. */
    void lowerMarks(HeldConnection connection) throws SQLException {
        if (!queue.isOutbox()) {
            attempts.lowerMarks(connection, lanes);
        }
    }

    /** Hands out what is ready. Returns false if the slot has no more room. */
    boolean handOut() {
        return inHand.offerReady(queue);
    }
}
