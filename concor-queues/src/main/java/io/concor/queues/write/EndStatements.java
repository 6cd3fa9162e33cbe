package io.concor.queues.write;

import io.concor.queue.Ending;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.jdbc.Fence;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowFailure;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Writes the ends of events in a transaction. Thread-safe. */
public final class EndStatements {

    private final StoreTables tables;

    public EndStatements(StoreTables tables) {
        this.tables = tables;
    }

    /** Rows that are put besides, with their queues. For one thread. */
    public static final class NewRows {

        private final List<LocalQueue> queues = new ArrayList<>();
        private final List<NewRow> rows = new ArrayList<>();

        public void add(LocalQueue queue, NewRow row) {
            queues.add(queue);
            rows.add(row);
        }

        public boolean isEmpty() {
            return rows.isEmpty();
        }

        public void clear() {
            queues.clear();
            rows.clear();
        }
    }

    /** Writes ends: see {@link #write(Connection, List, NewRows)}. */
    List<PutRow> write(Connection connection, List<EndRequest> ends) throws SQLException {
        return write(connection, ends, new NewRows());
    }

    /**
     * Writes ends and puts rows. What deletes rows and what keeps epochs from changing come last, so that a process that stops in the middle
     * of a task locks nothing.
     *
     * @param others are put besides what is handed on
     * @return the rows that were put
     * @throws StaleEventException if an event is not this process's any more: the transaction has to be rolled back
     */
    public List<PutRow> write(Connection connection, List<EndRequest> ends, NewRows others) throws SQLException {
        List<RowKey> gone = new ArrayList<>(ends.size());
        for (EndRequest end : ends) {
            if (copy(connection, end)) {
                gone.add(end.event().row().row());
            }
        }
        List<PutRow> put = put(connection, ends, others);
        for (EndRequest end : ends) {
            postponeInPlace(connection, end);
        }
        if (!ends.isEmpty()) {
            requireOwned(connection, gone, ends);
        }
        return put;
    }

    /** Returns whether the row of the event is to be deleted, after it was copied to where it goes. */
    private boolean copy(Connection connection, EndRequest end) throws SQLException {
        RowKey row = end.event().row().row();
        int attempts = end.event().attempt();
        if (end.ending() instanceof Ending.Dead dead) {
            requireRow(end, tables.dead().add(connection, row, attempts, RowFailure.of(dead.failure())));
        } else if (end.ending() instanceof Ending.Postponed postponed) {
            if (end.event().queue().keepsPlace(end)) {
                return false;
            }
            RowFailure failure = RowFailure.of(postponed.failure());
            long delayMillis = postponed.delay().toMillis();
            requireRow(end, tables.delayed().postpone(connection, row, attempts, failure, delayMillis));
        }
        return true;
    }

    private List<PutRow> put(Connection connection, List<EndRequest> ends, NewRows others) throws SQLException {
        List<LocalQueue> queues = new ArrayList<>(others.queues);
        List<NewRow> rows = new ArrayList<>(others.rows);
        for (EndRequest end : ends) {
            LocalQueue to = end.to();
            if (to != null && end.ending() instanceof Ending.HandedOn on) {
                queues.add(to);
                rows.add(to.newRow(on.event()));
            }
        }
        return rows.isEmpty() ? List.of() : put(connection, queues, rows);
    }

    /** Puts rows into their queues. Waits while another transaction puts a unique event of the same id. */
    public List<PutRow> put(Connection connection, List<LocalQueue> queues, List<NewRow> rows) throws SQLException {
        return put(queues, rows, tables.events().put(connection, rows));
    }

    /**
     * Puts rows into their queues, and waits for others for a moment only.
     *
     * @throws io.concor.queues.jdbc.BusyIdException if another transaction puts a unique event of the same id
     */
    List<PutRow> putUnlessBusy(Connection connection, List<LocalQueue> queues, List<NewRow> rows) throws SQLException {
        return put(queues, rows, tables.events().putUnlessBusy(connection, rows));
    }

    private static List<PutRow> put(List<LocalQueue> queues, List<NewRow> rows, long[] ids) {
        List<PutRow> put = new ArrayList<>(ids.length);
        long nanos = System.nanoTime();
        for (int i = 0; i < ids.length; i++) {
            put.add(new PutRow(queues.get(i), rows.get(i), ids[i], ids.length == 1, nanos));
        }
        return put;
    }

    private void postponeInPlace(Connection connection, EndRequest end) throws SQLException {
        if (end.ending() instanceof Ending.Postponed postponed
                && end.event().queue().keepsPlace(end)) {
            RowFailure failure = RowFailure.of(postponed.failure());
            long delayMillis = postponed.delay().toMillis();
            RowKey row = end.event().row().row();
            requireRow(
                    end, tables.events().postpone(connection, row, end.event().attempt(), failure, delayMillis));
        }
    }

    private static void requireRow(EndRequest end, boolean present) {
        if (!present) {
            throw stale(List.of(end), "has ended, or was deleted", false);
        }
    }

    private void requireOwned(Connection connection, List<RowKey> gone, List<EndRequest> ends) throws SQLException {
        Set<LaneEpoch> lanes = new LinkedHashSet<>();
        ends.forEach(end -> lanes.add(end.event().lane()));
        Fence fence = tables.lanes().fence(connection, gone, lanes);
        boolean owned = fence.held() == lanes.size();
        if (fence.deleted() != gone.size()) {
            boolean allGone = owned && fence.deleted() == 0 && gone.size() == ends.size();
            throw stale(ends, "has ended, or was deleted", allGone);
        }
        if (!owned) {
            throw stale(ends, "belongs to another process by now", false);
        }
    }

    /** If it is one event, it is known which. */
    private static StaleEventException stale(List<EndRequest> ends, String why, boolean allGone) {
        ClaimedEvent first = ends.get(0).event();
        return ends.size() == 1
                ? new StaleEventException("the event " + first + " " + why, List.of(first), allGone)
                : new StaleEventException("one of the events from " + first + " on " + why, List.of(), allGone);
    }
}
