package io.concor.kafka.administration;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/** How many events of a partition wait, by its offsets and those of the group. */
public final class WaitingEvents {

    private WaitingEvents() {}

    /**
     * Returns how many wait, those that are delayed or in work included.
     *
     * @param committed the lowest offset that is not done, with how many above it are; null if none was handled yet
     */
    public static long of(@Nullable OffsetAndMetadata committed, long begin, @Nullable Long end) {
        if (end == null) {
            return 0;
        }
        return committed == null || committed.offset() < begin
                ? end - begin
                : Math.max(0, end - committed.offset() - doneAbove(committed));
    }

    private static long doneAbove(OffsetAndMetadata committed) {
        try {
            return Long.parseLong(committed.metadata());
        } catch (NumberFormatException others) { // someone else has set the offset
            return 0;
        }
    }
}
