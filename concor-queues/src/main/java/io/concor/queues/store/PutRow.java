package io.concor.queues.store;

import io.concor.queues.jdbc.EventTable;
import io.concor.queues.row.NewRow;

/**
 * A row as it was put.
 *
 * @param id its id, or {@link EventTable#DROPPED}
 */
record PutRow(DatabaseQueue queue, NewRow row, long id) {

    boolean isDropped() {
        return id == EventTable.DROPPED;
    }

    boolean isDelayed() {
        return row.delayMillis() > 0;
    }
}
