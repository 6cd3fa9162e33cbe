package io.concor.queues.event;

import io.concor.queues.jdbc.EventTable;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowKey;

/**
 * A row as it was put.
 *
 * @param id its id, or {@link EventTable#DROPPED}
 * @param isCertain whether it was put alone, so that the id is its own. Of several, the lowest of all ids is sure
 * @param atNanos when it was put
 */
public record PutRow(LocalQueue queue, NewRow row, long id, boolean isCertain, long atNanos) {

    public boolean isDropped() {
        return id == EventTable.DROPPED;
    }

    public boolean isDelayed() {
        return row.delayMillis() > 0;
    }

    /**
     * Returns the row as it would be read.
     *
     * @param putAt when it was put, epoch milliseconds of the database
     */
    public EventRow asRead(long putAt) {
        return new EventRow(
                new RowKey(row.queue(), row.lane(), id),
                row.eventId(),
                row.key(),
                row.message(),
                row.headers(),
                putAt,
                0,
                0,
                0);
    }
}
