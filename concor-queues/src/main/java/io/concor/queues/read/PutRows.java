package io.concor.queues.read;

import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.row.EventRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The rows that were put into a queue, as its reader learns of them: some come with what is in them and need not be read. For the
 * reader's thread.
 */
final class PutRows {

    private final LocalQueue queue;
    private final ReaderParts parts;
    private final OwnedLanes lanes;

    PutRows(LocalQueue queue, ReaderParts parts, OwnedLanes lanes) {
        this.queue = queue;
        this.parts = parts;
        this.lanes = lanes;
    }

    /** Rows are there, of each lane from an id on: its lane is read from there on. */
    void areThere(Map<Integer, Long> lowest) {
        lowest.forEach(this::isThere);
    }

    private void isThere(int lane, long id) {
        LaneState state = lanes.find(lane);
        if (state == null) {
            parts.membership().announce(true);
        } else {
            parts.ids().saw(id, System.nanoTime());
            state.rewind(Math.max(1, Math.min(id, state.cursor() + 1)));
        }
    }

    /** Returns the rows that have come with their contents and follow all that was read; the others are read. */
    List<EventRow> next() {
        List<PutRow> arrived = new ArrayList<>(queue.fresh().take());
        // An earlier row that came later has its lane read again from there on: none of the lane may pass it.
        arrived.sort(Comparator.comparingLong(PutRow::id));
        List<EventRow> rows = new ArrayList<>();
        for (PutRow row : arrived) {
            LaneState lane = lanes.find(row.row().lane());
            if (lane != null && lane.endsBefore(row.id())) {
                rows.add(row.asRead(parts.clock().millisAt(row.atNanos())));
            } else {
                isThere(row.row().lane(), row.id());
            }
        }
        return rows;
    }

    /** What has come with its contents and was not taken is read like other rows. */
    void leave() {
        for (PutRow row : queue.fresh().take()) {
            isThere(row.row().lane(), row.id());
        }
    }
}
