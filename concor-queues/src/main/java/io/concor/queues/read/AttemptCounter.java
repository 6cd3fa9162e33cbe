package io.concor.queues.read;

import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.row.LaneEpoch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts attempts in the database before they run: by one mark for the first attempts of a lane, which runs ahead of what is
 * there, and one by one for those of events that were begun before. For the reader's thread.
 */
final class AttemptCounter {

    private final StoreTables tables;
    /** The ids of rows of which an attempt was counted that did not begin, or was undone: this process has not died in it. */
    private final Set<Long> returned = new HashSet<>();

    AttemptCounter(StoreTables tables) {
        this.tables = tables;
    }

    /**
     * What was found while counting.
     *
     * @param gone events whose rows are not there any more
     * @param lost lanes that belong to other processes by now
     */
    record Counted(List<ClaimedEvent> gone, List<LaneEpoch> lost) {}

    /** An event whose attempt was counted goes back: the next time it is handed out here, that attempt is the one. */
    void returned(ClaimedEvent event) {
        if (event.wasTried()) {
            returned.add(event.rowId());
        }
    }

    /** Counting has failed. */
    void notCounted(ClaimedEvent event) {
        if (!event.wasCounted()) {
            returned.remove(event.rowId());
        }
    }

    /** Rows of this process are those of others by now, who count for themselves. */
    void forget() {
        returned.clear();
    }

    Counted count(HeldConnection connection, List<ClaimedEvent> events, OwnedLanes lanes) throws SQLException {
        Map<LaneEpoch, Long> marks = new HashMap<>();
        List<ClaimedEvent> again = new ArrayList<>();
        for (ClaimedEvent event : events) {
            LaneState lane = lanes.find(event.lane().lane());
            if (lane != null) {
                lane.begins(event.rowId());
            }
            if (event.wasTried() && returned.remove(event.rowId())) {
                event.counted();
            } else if (event.wasTried()) {
                again.add(event);
            } else if (lane != null && lane.exceedsMark(event.rowId())) {
                marks.merge(event.lane(), event.rowId(), Math::max);
            }
        }
        if (marks.isEmpty() && again.isEmpty()) {
            return new Counted(List.of(), List.of());
        }
        lanes.markAhead(marks);
        Counted counted = write(connection, marks, again);
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
