package io.concor.queues.read;

import io.concor.queues.event.LocalQueue;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.row.LaneRange;
import io.concor.queues.row.RowOutline;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

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

    /** Returns those that keep an order and are neither in hand nor left for later. */
    List<RowOutline> find(HeldConnection connection, Collection<Integer> of, KeyOrder order) throws SQLException {
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
