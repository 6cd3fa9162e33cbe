package io.concor.queues.write;

import io.concor.queues.event.LocalQueue;
import io.concor.queues.jdbc.EventTable;
import io.concor.queues.row.NewRow;

/**
 * A row as it was put.
 *
 * @param id its id, or {@link EventTable#DROPPED}
 */
public record PutRow(LocalQueue queue, NewRow row, long id) {

    boolean isDropped() {
        return id == EventTable.DROPPED;
    }

    boolean isDelayed() {
        return row.delayMillis() > 0;
    }
}
