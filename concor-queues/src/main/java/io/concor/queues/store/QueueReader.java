package io.concor.queues.store;

import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.row.EventPage;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.HeldKey;
import io.concor.queues.row.LaneCursor;
import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.LaneRow;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Reads the rows of one queue and hands them out. For the reader's thread.
 *
 * <pre>
 * unread row ─read→ counted as begun ─→ ready ─receiver→ handed out ─→ ended, or left again
 *     └──────────→ left for later: see {@link KeyOrder}
 * </pre>
 */
final class QueueReader {

    private static final int PAGE_ROWS = 256;
    private static final int LEAST_OF_LANE = 16;
    private static final long PAGE_BYTES = 4L << 20;
    private static final int DUE_ROWS = 512;
    private static final int HELD_ROWS = 1_000;
    private static final int MOST_DEATHS = 5;
    private static final long NOT_KNOWN = 0;
    private static final long NEVER = Long.MAX_VALUE;

    private final DatabaseQueue queue;
    private final ReaderParts parts;
    private final Map<Integer, LaneState> lanes = new TreeMap<>();
    private final Map<Long, ClaimedEvent> known = new HashMap<>();
    private final Deque<ClaimedEvent> ready = new ArrayDeque<>();
    private KeyOrder order;
    private boolean delivering;
    private boolean room = true;
    private boolean paused;
    private boolean statusKnown;
    private long nextDelayed = NOT_KNOWN;
    private volatile long idleAt = -1;

    QueueReader(DatabaseQueue queue, ReaderParts parts) {
        this.queue = queue;
        this.parts = parts;
        order = new KeyOrder(queue);
        paused = queue.isPausedAtOpening();
    }

    DatabaseQueue queue() {
        return queue;
    }

    // what others say

    void deliver() {
        delivering = true;
        room = true;
        lanes.values().forEach(lane -> lane.rewind(1));
    }

    /** Drops what is ready; lanes of which nothing is in work go. */
    void stopDelivering() {
        delivering = false;
        List.copyOf(ready).forEach(this::putBack);
        ready.clear();
    }

    void roomMade() {
        room = true;
    }

    /** The slot promises another order: rows that wait for others are judged anew. */
    void reordered() {
        List.copyOf(ready).forEach(this::putBack);
        ready.clear();
        order.freeAll();
        order = new KeyOrder(queue);
        known.values().forEach(order::took);
        statusKnown = false;
        lanes.values().forEach(lane -> lane.rewind(1));
    }

    void gained(LaneRow lane) {
        lost(lane.lane());
        lanes.put(lane.lane(), new LaneState(lane));
        nextDelayed = NOT_KNOWN;
        statusKnown = false;
        showLanes();
    }

    void lost(int lane) {
        if (lanes.containsKey(lane)) {
            List.copyOf(known.values()).stream()
                    .filter(event -> event.lane().lane() == lane)
                    .forEach(this::drop);
            forget(lane);
            parts.membership().announce(true); // rows may have been put that the new owner was not told about
        }
    }

    private void drop(ClaimedEvent event) {
        event.revoke();
        ready.remove(event);
        forget(event);
    }

    private void forget(int lane) {
        lanes.remove(lane);
        order.forget(lane);
        ready.removeIf(event -> event.lane().lane() == lane);
        showLanes();
    }

    void leaving(int lane) {
        LaneState state = lanes.get(lane);
        if (state != null) {
            state.leave();
            List.copyOf(ready).stream()
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

    private void showLanes() {
        long owned = 0;
        for (int lane : lanes.keySet()) {
            owned |= 1L << lane;
        }
        queue.owns(owned);
    }

    /** Rows were put; the least id of each lane. */
    void put(Map<Integer, Long> lowest) {
        lowest.forEach((lane, id) -> {
            LaneState state = lanes.get(lane);
            if (state == null) {
                parts.membership().announce(true);
            } else {
                parts.ids().saw(id, System.nanoTime());
                state.rewind(Math.max(1, Math.min(id, state.cursor() + 1)));
            }
        });
    }

    void delayed() {
        nextDelayed = NOT_KNOWN;
    }

    /** Other processes have put rows, of ids greater than one, or have changed something. */
    void woken(long after, boolean anything) {
        lanes.values().forEach(lane -> lane.rewind(after + 1));
        nextDelayed = NOT_KNOWN;
        statusKnown &= !anything;
    }

    /** Reads lanes again from their first rows on, unless those are in hand or wait for others. */
    void look(Map<Integer, Long> heads) {
        heads.forEach((lane, id) -> {
            LaneState state = lanes.get(lane);
            if (state != null && id <= state.cursor()) {
                state.rewind(id);
            }
        });
        nextDelayed = NOT_KNOWN;
    }

    void ended(EndRequest end) {
        ClaimedEvent event = end.event();
        if (known.get(event.rowId()) != event) {
            return;
        }
        if (DatabaseQueue.holdsOrder(end.ending())) {
            long dueAt = end.ending() instanceof Ending.Postponed postponed
                    ? parts.clock().millis() + postponed.delay().toMillis()
                    : OrderHold.BY_PERSON;
            order.hold(event, dueAt).forEach(this::drop);
        }
        forget(event);
    }

    void disowned(ClaimedEvent event) {
        if (known.get(event.rowId()) == event) {
            forget(event);
        }
    }

    void released(ClaimedEvent event) {
        if (known.get(event.rowId()) == event) {
            putBack(event);
        } else {
            queue.unholdReleased(event);
        }
    }

    /** Leaves an event, and those of its key behind it, to be read again. */
    private void putBack(ClaimedEvent event) {
        event.revoke();
        ready.remove(event);
        String key = queue.orderKey(event.key());
        LaneState lane = lanes.get(event.lane().lane());
        if (key != null) {
            order.skip(event, key).forEach(this::drop);
        } else if (lane != null) {
            lane.rewind(event.rowId());
        }
        forget(event);
        queue.unholdReleased(event);
        if (key != null) {
            order.settle(key);
        }
    }

    private void forget(ClaimedEvent event) {
        if (known.remove(event.rowId(), event)) {
            order.gave(event);
            LaneState lane = lanes.get(event.lane().lane());
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
        prepare(connection);
        if (paused) {
            return waitFor(NEVER);
        }
        long now = parts.clock().millis();
        order.advance(now);
        moveDelayed(connection, now);
        handOut();
        if (room && ready.isEmpty()) {
            read(connection, now);
            handOut();
        }
        return delay(posted);
    }

    /** Events of a slot that one thread serves are handed out while no other process may have one. */
    private boolean ownsEnough() {
        return queue.definition().order() != Order.ONE || lanes.size() == queue.lanes();
    }

    private long delay(long posted) {
        boolean more = room && (!ready.isEmpty() || mayRead() || order.hasResumable());
        if (more) {
            return 0;
        }
        if (known.isEmpty() && order.isEmpty() && nextDelayed == NEVER && !mayRead()) {
            idleAt = posted;
        }
        return waitFor(Math.min(order.nextDue(), nextDelayed));
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
        return !stopsAtSkipped() && lanes.values().stream().anyMatch(LaneState::isReadable);
    }

    private boolean stopsAtSkipped() {
        KeyState all = queue.definition().order() == Order.ONE ? order.find("") : null;
        return all != null && (all.hasSkipped() || all.hold() != null);
    }

    private void prepare(HeldConnection connection) throws SQLException {
        connection.query(c -> {
            parts.clock().refresh(c);
            return true;
        });
        for (LaneState lane : lanes.values()) {
            if (!lane.isCounted()) {
                LaneEpoch epoch = lane.epoch();
                connection.transact(c ->
                        parts.tables().events().countTakenOver(c, epoch.queue(), epoch.lane(), lane.takenOverTo()));
                lane.counted();
            }
        }
        if (!statusKnown) {
            paused = connection.query(c -> parts.tables().queues().paused(c)).contains(queue.number());
            order.heldByDead(connection.query(this::held), lanes.keySet());
            statusKnown = true;
        }
    }

    private List<HeldKey> held(Connection connection) throws SQLException {
        List<HeldKey> all = new ArrayList<>();
        long after = 0;
        List<HeldKey> page;
        do {
            page = parts.tables().dead().held(connection, queue.number(), after, HELD_ROWS);
            all.addAll(page);
            after = page.isEmpty() ? after : page.get(page.size() - 1).row().id();
        } while (page.size() == HELD_ROWS);
        return all;
    }

    private void moveDelayed(HeldConnection connection, long now) throws SQLException {
        if (nextDelayed != NOT_KNOWN && nextDelayed > now) {
            return;
        }
        if (nextDelayed != NOT_KNOWN) {
            List<RowKey> moved =
                    connection.transact(c -> parts.tables().delayed().moveDue(c, queue.number(), DUE_ROWS));
            moved.forEach(row -> put(Map.of(row.lane(), row.id())));
        }
        OptionalLong next = connection.query(c -> parts.tables().delayed().nextDue(c, queue.number()));
        nextDelayed = next.orElse(NEVER);
    }

    private void read(HeldConnection connection, long now) throws SQLException {
        RowKey row = order.single();
        String key = order.resumable();
        if (row != null) {
            LaneState lane = lanes.get(row.lane());
            if (lane != null && !lane.isLeaving()) {
                LaneCursor one = new LaneCursor(row.lane(), row.id() - 1, 1);
                claim(
                        connection,
                        readRows(connection, List.of(one)).rows().stream()
                                .filter(found -> found.row().id() == row.id())
                                .toList(),
                        now);
            }
        }
        if (key != null) {
            resume(connection, key, now);
        } else if (row == null && mayRead()) {
            readUnread(connection, now);
        }
    }

    private EventPage readRows(HeldConnection connection, List<LaneCursor> cursors) throws SQLException {
        return connection.query(c -> parts.tables().events().read(c, queue.number(), cursors, PAGE_BYTES));
    }

    /** Reads the rows of a key from the first one on that was left. */
    private void resume(HeldConnection connection, String key, long now) throws SQLException {
        KeyState state = order.find(key);
        if (state == null) {
            return;
        }
        if (queue.definition().order() == Order.ONE) {
            long from = state.resumed();
            lanes.values().forEach(lane -> lane.rewind(from));
            return;
        }
        LaneCursor from = new LaneCursor(state.lane(), state.firstSkipped(), PAGE_ROWS);
        EventPage page =
                connection.query(c -> parts.tables().events().readKey(c, queue.number(), key, from, PAGE_BYTES));
        state.resumed();
        List<EventRow> rows = page.rows();
        if (!page.unfinished().isEmpty() && !rows.isEmpty()) {
            claim(connection, rows, now);
            order.leave(key, state.lane(), rows.get(rows.size() - 1).row().id() + 1);
        } else {
            claim(connection, rows, now);
        }
        order.settle(key);
    }

    private void readUnread(HeldConnection connection, long now) throws SQLException {
        List<LaneState> readable =
                lanes.values().stream().filter(LaneState::isReadable).toList();
        int limit = Math.max(LEAST_OF_LANE, PAGE_ROWS / readable.size());
        List<LaneCursor> cursors = readable.stream()
                .map(lane -> new LaneCursor(lane.epoch().lane(), lane.cursor(), limit))
                .toList();
        EventPage page = readRows(connection, cursors);
        readable.forEach(
                lane -> lane.readToEnd(!page.unfinished().contains(lane.epoch().lane())));
        claim(connection, queue.definition().order() == Order.ONE ? inOrder(page, limit) : page.rows(), now);
    }

    /** Of several lanes, only those before which none can have been left out by the limit of a lane. */
    private List<EventRow> inOrder(EventPage page, int limit) {
        Map<Integer, List<Long>> ids = new HashMap<>();
        page.rows().forEach(row -> ids.computeIfAbsent(row.row().lane(), lane -> new ArrayList<>())
                .add(row.row().id()));
        long last = ids.values().stream()
                .filter(lane -> lane.size() == limit)
                .mapToLong(lane -> lane.get(limit - 1))
                .min()
                .orElse(NEVER);
        List<EventRow> complete =
                page.rows().stream().filter(row -> row.row().id() <= last).toList();
        if (complete.size() < page.rows().size()) {
            ids.keySet().forEach(lane -> requireLane(lane).readToEnd(false));
        }
        return complete;
    }

    private LaneState requireLane(int lane) {
        return lanes.computeIfAbsent(lane, absent -> {
            throw new IllegalStateException("lane " + absent + " is not owned");
        });
    }

    /** Takes the rows that may be handed out, and counts their attempts. */
    private void claim(HeldConnection connection, List<EventRow> rows, long now) throws SQLException {
        List<ClaimedEvent> claimed = new ArrayList<>();
        long nanos = System.nanoTime();
        for (EventRow row : rows) {
            LaneState lane = lanes.get(row.row().lane());
            if (lane == null || lane.isLeaving()) {
                continue;
            }
            parts.ids().saw(row.row().id(), nanos);
            if (!known.containsKey(row.row().id()) && isReadable(row)) {
                if (order.admits(row, now)) {
                    claimed.add(take(row, lane));
                } else if (queue.definition().order() == Order.ONE) {
                    break;
                }
            }
            lane.passed(row.row().id());
        }
        try {
            List<ClaimedEvent> begun = withoutGivenUp(claimed);
            if (!begun.isEmpty()) {
                count(connection, begun);
            }
        } catch (SQLException | RuntimeException | Error failed) {
            claimed.forEach(this::putBack);
            throw failed;
        }
    }

    /** A version that this process does not know is left, without an attempt, to a newer one. */
    private boolean isReadable(EventRow row) {
        boolean readable =
                parts.format().knows(row.message().type(), row.message().version());
        if (!readable) {
            parts.health()
                    .notice("events of type %s, version %d, in the queue %s are left to processes that know it"
                            .formatted(
                                    row.message().type(),
                                    row.message().version(),
                                    queue.definition().name()));
        }
        return readable;
    }

    private ClaimedEvent take(EventRow row, LaneState lane) {
        ClaimedEvent event = new ClaimedEvent(queue, row, lane.epoch());
        known.put(event.rowId(), event);
        lane.took();
        order.took(event);
        return event;
    }

    /** An event in whose attempts processes died again and again becomes a dead letter. */
    private List<ClaimedEvent> withoutGivenUp(List<ClaimedEvent> claimed) {
        List<ClaimedEvent> others = new ArrayList<>(claimed.size());
        for (ClaimedEvent event : claimed) {
            int deaths = event.row().attempts() - event.row().failures();
            if (deaths >= MOST_DEATHS) {
                parts.writer().end(new EndRequest(event, GivenUp.after(deaths, queue)));
            } else {
                others.add(event);
            }
        }
        return others;
    }

    /** Counts attempts in the database, before they run: one mark for the first attempts of a lane, one for each other. */
    private void count(HeldConnection connection, List<ClaimedEvent> events) throws SQLException {
        Map<LaneEpoch, Long> marks = new HashMap<>();
        List<ClaimedEvent> again = new ArrayList<>();
        for (ClaimedEvent event : events) {
            if (event.alone()) {
                again.add(event);
            } else if (requireLane(event.lane().lane()).exceedsMark(event.rowId())) {
                marks.merge(event.lane(), event.rowId(), Math::max);
            }
        }
        if (marks.isEmpty() && again.isEmpty()) {
            ready.addAll(events);
            return;
        }
        List<ClaimedEvent> gone = new ArrayList<>();
        List<LaneEpoch> stale = connection.transact(c -> {
            gone.clear();
            for (ClaimedEvent event : again) {
                if (!parts.tables().events().beginAttempt(c, event.row().row())) {
                    gone.add(event);
                }
            }
            return marks.isEmpty() ? List.of() : parts.tables().lanes().raiseAttempted(c, marks);
        });
        marks.forEach((lane, id) -> requireLane(lane.lane()).marked(id));
        ready.addAll(events);
        gone.forEach(this::drop);
        if (!stale.isEmpty()) {
            parts.membership().suspect();
            stale.forEach(lane -> lost(lane.lane()));
        }
    }

    private void handOut() {
        while (room && !ready.isEmpty()) {
            ClaimedEvent event = ready.peek();
            DatabaseQueue.Offer offer = queue.offer(event);
            if (offer == DatabaseQueue.Offer.TAKEN) {
                ready.poll();
            } else {
                room = false;
                return;
            }
        }
    }
}
