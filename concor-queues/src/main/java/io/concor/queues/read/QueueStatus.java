package io.concor.queues.read;

import io.concor.queues.event.LocalQueue;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.RowOutline;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What the reader has to know of a queue besides its rows, as far as it is known. For the reader's thread. */
final class QueueStatus {

    static final long NEVER = Long.MAX_VALUE;

    private static final int DUE_ROWS = 512;
    private static final int HELD_ROWS = 1_000;
    private static final long NOT_KNOWN = 0;
    private static final long MOST_PAUSE_MILLIS = 100;

    private final LocalQueue local;
    private final int queue;
    private final StoreTables tables;
    private boolean known;
    private long nextDelayed = NOT_KNOWN;
    private long pauseMillis = 1;

    QueueStatus(LocalQueue queue, StoreTables tables) {
        local = queue;
        this.queue = queue.number();
        this.tables = tables;
    }

    boolean isPaused() {
        return local.isPaused();
    }

    /** Returns when the next delayed event is due. */
    long nextDelayed() {
        return nextDelayed;
    }

    void delayedChanged() {
        nextDelayed = NOT_KNOWN;
    }

    void changed() {
        known = false;
    }

    boolean isKnown() {
        return known;
    }

    /** Asks the database. */
    void refresh(HeldConnection connection, KeyOrder order, OwnedLanes lanes) throws SQLException {
        local.paused(connection.query(c -> tables.queues().paused(c)).contains(queue));
        order.heldByDead(connection.query(this::holding), lanes.numbers());
        known = true;
    }

    private List<RowOutline> holding(Connection connection) throws SQLException {
        List<RowOutline> all = new ArrayList<>();
        long after = 0;
        List<RowOutline> page;
        do {
            page = tables.dead().holding(connection, queue, after, HELD_ROWS);
            all.addAll(page);
            after = page.isEmpty() ? after : page.get(page.size() - 1).id();
        } while (page.size() == HELD_ROWS);
        return all;
    }

    /** Counts the attempts of the former owners of lanes. */
    void countTakenOver(HeldConnection connection, OwnedLanes lanes) throws SQLException {
        for (LaneState lane : lanes.all()) {
            if (!lane.isCounted()) {
                LaneEpoch epoch = lane.epoch();
                connection.transact(
                        c -> tables.events().countTakenOver(c, epoch.queue(), epoch.lane(), lane.takenOverTo()));
                lane.counted();
            }
        }
    }

    /**
     * Moves delayed events that are due to where they are read. Those that another process has locked are looked for again later
     * and later.
     *
     * @param listener is given the first of each lane, also if what follows fails
     */
    void moveDelayed(HeldConnection connection, long nowMillis, Consumer<RowKey> listener) throws SQLException {
        if (nextDelayed != NOT_KNOWN && nextDelayed > nowMillis) {
            return;
        }
        boolean due = nextDelayed != NOT_KNOWN;
        List<RowKey> moved = due ? connection.transact(c -> tables.delayed().moveDue(c, queue, DUE_ROWS)) : List.of();
        moved.forEach(listener);
        long next = connection.query(c -> tables.delayed().nextDue(c, queue)).orElse(NEVER);
        boolean locked = due && moved.isEmpty() && next <= nowMillis;
        nextDelayed = locked ? nowMillis + pauseMillis : next;
        pauseMillis = locked ? Math.min(MOST_PAUSE_MILLIS, 2 * pauseMillis) : 1;
    }
}
