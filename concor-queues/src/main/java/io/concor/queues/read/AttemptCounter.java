package io.concor.queues.read;

import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.RowKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts attempts in the database before they run: by one mark for the first attempts of a lane, which runs ahead of what is
 * there, and one by one for those of events that were begun before. For the reader's thread.
 */
final class AttemptCounter {

    private final StoreTables tables;
    /** By the ids of rows: attempts that were counted and did not begin, or were undone. This process has not died in them. */
    private final Map<Long, Returned> returned = new HashMap<>();

    AttemptCounter(StoreTables tables) {
        this.tables = tables;
    }

    /** The last attempt that a row counts, by its number. */
    private record Returned(RowKey row, int attempt) {}

    /**
     * What was found while counting.
     *
     * @param gone events whose rows are not there any more
     * @param lost lanes that belong to other processes by now
     */
    record Counted(List<ClaimedEvent> gone, List<LaneEpoch> lost) {}

    /** An event whose attempt was counted goes back: the next time it is handed out here, that attempt is the one. */
    void returned(ClaimedEvent event) {
        if (event.isInRow()) {
            returned.put(event.rowId(), new Returned(event.row().row(), event.attempt()));
        }
    }

    /** An event was read: the attempt that was counted when it went back is its present one. */
    void resume(ClaimedEvent event) {
        if (returned.remove(event.rowId()) != null) {
            event.counted();
        }
    }

    /** The rows of a lane are those of another process by now, which counts for itself. */
    void forget(int lane) {
        returned.values().removeIf(attempt -> attempt.row().lane() == lane);
    }

    boolean hasReturned() {
        return !returned.isEmpty();
    }

    boolean hasReturned(int lane) {
        return returned.values().stream().anyMatch(attempt -> attempt.row().lane() == lane);
    }

    /** Takes back what was counted in a lane and did not begin: its next owner is not to take that for deaths. */
    void undo(HeldConnection connection, int lane) throws SQLException {
        List<Returned> undone = returned.values().stream()
                .filter(attempt -> attempt.row().lane() == lane)
                .sorted(Comparator.comparingLong(attempt -> attempt.row().id()))
                .toList();
        connection.change(c -> {
            for (Returned attempt : undone) {
                tables.events().undoAttempt(c, attempt.row(), attempt.attempt());
            }
        });
        forget(lane);
    }

    Counted count(HeldConnection connection, List<ClaimedEvent> events, OwnedLanes lanes) throws SQLException {
        Map<LaneEpoch, Long> marks = new HashMap<>();
        List<ClaimedEvent> again = new ArrayList<>();
        for (ClaimedEvent event : events) {
            LaneState lane = lanes.find(event.lane().lane());
            if (lane != null) {
                lane.begins(event.rowId());
            }
            if (event.wasTried()) {
                if (!event.wasCounted()) {
                    again.add(event);
                }
            } else if (lane != null && lane.exceedsMark(event.rowId())) {
                marks.merge(event.lane(), event.rowId(), Math::max);
            }
        }
        if (marks.isEmpty() && again.isEmpty()) {
            return new Counted(List.of(), List.of());
        }
        lanes.markAhead(marks);
        Counted counted = write(connection, marks, again);
        again.removeAll(counted.gone());
        again.forEach(ClaimedEvent::begun);
        marks.forEach((epoch, id) -> {
            LaneState lane = lanes.find(epoch.lane());
            if (lane != null) {
                lane.marked(id);
            }
        });
        return counted;
    }

    /**
     * Has the mark of each lane say what was handed out, and no more: what waits behind that may be purged, and counts as
     * not begun. Does nothing if that is so.
     */
    void lowerMarks(HeldConnection connection, OwnedLanes lanes) throws SQLException {
        Map<LaneEpoch, Long> exact = lanes.lowered();
        if (!exact.isEmpty()) {
            connection.change(c -> tables.lanes().lowerAttempted(c, exact));
            lanes.all().forEach(LaneState::lowered);
        }
    }

    private Counted write(HeldConnection connection, Map<LaneEpoch, Long> marks, List<ClaimedEvent> again)
            throws SQLException {
        return connection.transact(c -> {
            List<ClaimedEvent> gone = new ArrayList<>();
            for (ClaimedEvent event : again) {
                if (!tables.events().beginAttempt(c, event.row().row())) {
                    gone.add(event);
                }
            }
            return new Counted(
                    gone, marks.isEmpty() ? List.of() : tables.lanes().raiseAttempted(c, marks));
        });
    }
}
