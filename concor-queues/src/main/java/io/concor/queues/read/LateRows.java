package io.concor.queues.read;

import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneRange;
import io.concor.queues.row.RowOutline;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Finds rows behind the cursors that were committed late: their ids were made before those of rows that have been read. Another
 * process announces them, but what it commits next may be read before the announcement comes. Who has read a page and then finds no
 * late row knows that none was committed before the rows of the page. For the reader's thread.
 */
final class LateRows {

    /** A transaction that takes longer to commit is found by its announcement. */
    private static final long LATEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** More than are in hand. A key with very many rows that were left must not make each page expensive. */
    private static final int MOST_OF_LANE = 1000;

    private final LocalQueue queue;
    private final ReaderParts parts;
    private final OwnedLanes lanes;
    private final EventsInHand inHand;

    LateRows(LocalQueue queue, ReaderParts parts, OwnedLanes lanes, EventsInHand inHand) {
        this.queue = queue;
        this.parts = parts;
        this.lanes = lanes;
        this.inHand = inHand;
    }

    /** Leaves out rows of lanes that have an earlier one, committed late: those lanes are read again from that one on. */
    List<EventRow> behindNone(HeldConnection connection, List<EventRow> rows, KeyOrder order) throws SQLException {
        if (rows.isEmpty()) {
            return rows;
        }
        Set<Integer> of = rows.stream().map(row -> row.row().lane()).collect(Collectors.toSet());
        List<RowOutline> found = find(connection, of, order);
        found.forEach(row -> lanes.rewind(row.lane(), row.id()));
        Set<Integer> again = found.stream().map(RowOutline::lane).collect(Collectors.toSet());
        boolean one = queue.definition().order() == Order.ONE;
        if (one && !found.isEmpty()) {
            rows.forEach(row -> lanes.rewind(row.row().lane(), row.row().id())); // none of them is taken now
        }
        return found.isEmpty()
                ? rows
                : rows.stream()
                        .filter(row -> !one && !again.contains(row.row().lane()))
                        .toList();
    }

    /** Has a key read from a row on that was committed late before those that were left. Returns whether there is one. */
    boolean leaves(HeldConnection connection, String key, KeyState state, KeyOrder order) throws SQLException {
        List<RowOutline> found = find(connection, Set.of(state.lane()), order).stream()
                .filter(row -> key.equals(queue.holds().orderKey(row.key())))
                .toList();
        found.forEach(row -> order.leave(key, row.lane(), row.id()));
        return !found.isEmpty();
    }

    /** Returns those that keep an order and are neither in hand nor left for later. */
    private List<RowOutline> find(HeldConnection connection, Collection<Integer> of, KeyOrder order)
            throws SQLException {
        if (!parts.membership().isAmongOthers()) {
            return List.of();
        }
        long after = parts.ids().seenBefore(LATEST_NANOS, System.nanoTime());
        List<LaneRange> behind = of.stream()
                .map(lanes::find)
                .filter(Objects::nonNull)
                .filter(lane -> lane.cursor() > after)
                .map(lane -> new LaneRange(lane.epoch().lane(), after, lane.cursor(), MOST_OF_LANE))
                .toList();
        return behind.isEmpty()
                ? List.of()
                : connection.query(c -> parts.tables().events().outlines(c, queue.number(), behind)).stream()
                        .filter(row -> !inHand.hasRow(row.id()) && order.hasMissed(row))
                        .toList();
    }
}
