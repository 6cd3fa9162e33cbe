package io.concor.queues.store;

import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.row.EventPage;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneRow;
import io.concor.queues.row.RowKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the rows of one queue and hands them out. For the reader's thread.
 *
 * <pre>
 * unread row ─read→ counted as begun ─→ ready ─receiver→ handed out ─→ ended, or left again
 *     └──────────→ left for later: see {@link KeyOrder}
 * </pre>
 */
final class QueueReader {

    private static final long UNREADABLE_MILLIS = 10_000;
    private static final long NEVER = QueueStatus.NEVER;

    private final DatabaseQueue queue;
    private final String work;
    private final ReaderParts parts;
    private final OwnedLanes lanes;
    private final QueueStatus status;
    private final AttemptCounter attempts;
    private final RowSource source;
    private final EventsInHand inHand = new EventsInHand();
    private KeyOrder order;
    private boolean delivering;
    private boolean room = true;
    private long retryNanos = System.nanoTime();
    private volatile long idleAt = -1;

    QueueReader(DatabaseQueue queue, ReaderParts parts) {
        this.queue = queue;
        this.parts = parts;
        work = "read events of the queue " + queue.definition().name();
        order = new KeyOrder(queue);
        lanes = new OwnedLanes(queue);
        status = new QueueStatus(queue, parts.tables());
        attempts = new AttemptCounter(parts.tables());
        source = new RowSource(queue, parts, lanes);
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
        inHand.allReady().forEach(this::putBack);
    }

    /** Returns the rows that are handed out, and puts back the others that were read. */
    Set<Long> inHand() {
        inHand.allReady().forEach(this::putBack);
        return inHand.all().stream().map(ClaimedEvent::rowId).collect(Collectors.toSet());
    }

    void roomMade() {
        room = true;
    }

    /** The slot promises another order: rows that wait for others are judged anew. */
    void reordered() {
        inHand.allReady().forEach(this::putBack);
        order.freeAll();
        order = new KeyOrder(queue);
        inHand.all().forEach(order::took);
        status.changed();
        lanes.rewind(1);
    }

    void gained(LaneRow lane) {
        lost(lane.lane());
        lanes.add(lane);
        status.delayedChanged();
        status.changed();
    }

    void lost(int lane) {
        if (lanes.find(lane) != null) {
            inHand.ofLane(lane).forEach(this::drop);
            forget(lane);
            parts.membership().announce(true); // rows may have been put that the new owner was not told about
        }
    }

    private void drop(ClaimedEvent event) {
        event.revoke();
        attempts.returned(event);
        inHand.notReady(event);
        forget(event);
    }

    private void forget(int lane) {
        attempts.forget();
        lanes.remove(lane);
        order.forget(lane);
    }

    void leaving(int lane) {
        LaneState state = lanes.find(lane);
        if (state != null) {
            state.leave();
            inHand.allReady().stream()
                    .filter(event -> event.lane().lane() == lane)
                    .forEach(this::putBack);
            giveBackIfIdle(lane, state);
        }
    }

    private void giveBackIfIdle(int lane, LaneState state) {
        if (state.isLeaving() && state.isIdle()) {
            forget(lane);
            parts.membership().giveBack(queue.number(), lane);
        }
    }

    /** Rows were put; the least id of each lane. */
    void put(Map<Integer, Long> lowest) {
        lowest.forEach((lane, id) -> {
            LaneState state = lanes.find(lane);
            if (state == null) {
                parts.membership().announce(true);
            } else {
                parts.ids().saw(id, System.nanoTime());
                state.rewind(Math.max(1, Math.min(id, state.cursor() + 1)));
            }
        });
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
        }
    }

    /** Reads lanes again from their first rows on, unless those are in hand or wait for others. */
    void look(Map<Integer, Long> heads) {
        heads.forEach((lane, id) -> {
            LaneState state = lanes.find(lane);
            if (state != null && id <= state.cursor()) {
                state.rewind(id);
            }
        });
        status.delayedChanged();
    }

    void ended(EndRequest end) {
        ClaimedEvent event = end.event();
        if (!inHand.has(event)) {
            return;
        }
        if (OrderHolds.holdsOrder(end.ending())) {
            long dueAt = end.ending() instanceof Ending.Postponed postponed
                    ? parts.clock().millis() + postponed.delay().toMillis()
                    : OrderHold.BY_PERSON;
            order.hold(event, dueAt).forEach(this::drop);
        }
        forget(event);
    }

    void disowned(ClaimedEvent event) {
        if (inHand.has(event)) {
            forget(event);
        }
    }

    void released(ClaimedEvent event) {
        if (inHand.has(event)) {
            putBack(event);
        } else {
            queue.holds().unholdBehind(event);
        }
    }

    /** Leaves an event, and those of its key behind it, to be read again. */
    private void putBack(ClaimedEvent event) {
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

    private void forget(ClaimedEvent event) {
        if (inHand.remove(event)) {
            order.gave(event);
            LaneState lane = lanes.find(event.lane().lane());
            if (lane != null) {
                lane.gave();
                giveBackIfIdle(event.lane().lane(), lane);
            }
        }
    }

    // what the reader does

    /**
     * Does one round: at most one page.
     *
     * @return after how many milliseconds it has to be called again if nothing happens; 0 if there is more to do
     */
    long advance(HeldConnection connection, long posted) throws SQLException {
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
        status.refresh(connection, order, lanes);
        if (status.isPaused()) {
            return NEVER;
        }
        long now = parts.clock().millis();
        order.advance(now);
        status.moveDelayed(connection, now).forEach(this::moved);
        handOut();
        if (room && !inHand.hasReady()) {
            read(connection, now);
            handOut();
        }
        return delay(posted);
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
        boolean more = room && (inHand.hasReady() || mayRead() || order.hasResumable());
        if (more) {
            return 0;
        }
        if (inHand.isEmpty() && order.isEmpty() && status.nextDelayed() == NEVER && !mayRead()) {
            idleAt = posted;
        }
        return waitFor(Math.min(order.nextDue(), status.nextDelayed()));
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
        KeyState all = isOne() ? order.find("") : null;
        return all != null && (all.hasSkipped() || all.hold() != null);
    }

    private void read(HeldConnection connection, long now) throws SQLException {
        RowKey row = order.single();
        String key = order.resumable();
        if (row != null) {
            List<EventRow> found = source.single(connection, row);
            order.read(row);
            claim(connection, found, false, now);
        } else if (key != null) {
            resume(connection, key, now);
        } else if (mayRead()) {
            claim(connection, source.unread(connection, isOne()), true, now);
        }
    }

    private void resume(HeldConnection connection, String key, long now) throws SQLException {
        KeyState state = order.find(key);
        if (state == null) {
            return;
        }
        if (isOne()) {
            order.resumes(key);
            lanes.rewind(state.resumed());
            return;
        }
        EventPage page = source.ofKey(connection, key, state);
        List<EventRow> rows = page.rows();
        order.resumes(key);
        state.resumed();
        claim(connection, rows, false, now);
        if (!page.unfinished().isEmpty() && !rows.isEmpty()) {
            order.leave(key, state.lane(), rows.get(rows.size() - 1).row().id() + 1);
        }
        order.settle(key);
    }

    private boolean isOne() {
        return queue.definition().order() == Order.ONE;
    }

    /**
     * Takes the rows that may be handed out, and counts their attempts.
     *
     * @param complete whether these are all rows of their lanes from the cursors on, so that those move
     */
    private void claim(HeldConnection connection, List<EventRow> rows, boolean complete, long now) throws SQLException {
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
                    claimed.add(take(row, lane));
                } else if (isOne()) {
                    break;
                }
            }
            if (complete) {
                lane.passed(row.row().id());
            }
        }
        try {
            List<ClaimedEvent> begun = withoutGivenUp(claimed);
            if (!begun.isEmpty()) {
                count(connection, begun);
            }
        } catch (SQLException | RuntimeException | Error failed) {
            claimed.forEach(event -> {
                putBack(event);
                attempts.notCounted(event);
            });
            throw failed;
        }
    }

    private boolean admits(EventRow row, long now) {
        return source.isReadable(row) ? order.admits(row, now) : order.refuses(row, now + UNREADABLE_MILLIS);
    }

    private ClaimedEvent take(EventRow row, LaneState lane) {
        ClaimedEvent event = new ClaimedEvent(queue, row, lane.epoch());
        inHand.add(event);
        lane.took();
        order.took(event);
        return event;
    }

    /** An event in whose attempts processes died again and again becomes a dead letter. */
    private List<ClaimedEvent> withoutGivenUp(List<ClaimedEvent> claimed) {
        List<ClaimedEvent> others = new ArrayList<>(claimed.size());
        for (ClaimedEvent event : claimed) {
            if (GivenUp.applies(event)) {
                parts.writer().end(new EndRequest(event, GivenUp.ending(event)));
            } else {
                others.add(event);
            }
        }
        return others;
    }

    private void count(HeldConnection connection, List<ClaimedEvent> events) throws SQLException {
        AttemptCounter.Counted counted = attempts.count(connection, events, lanes);
        inHand.ready(events);
        counted.gone().forEach(this::drop);
        if (!counted.lost().isEmpty()) {
            parts.membership().suspect();
            counted.lost().forEach(lane -> lost(lane.lane()));
        }
    }

    private void handOut() {
        for (ClaimedEvent next = inHand.nextReady(); room && next != null; next = inHand.nextReady()) {
            room = queue.offer(next) == DatabaseQueue.Offer.TAKEN;
            if (room) {
                inHand.notReady(next);
            }
        }
    }
}
