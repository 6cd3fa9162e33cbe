package io.concor.queues.row;

import io.concor.queues.codec.EncodedMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A waiting event, as it was read. Times are epoch milliseconds of the database's clock.
 *
 * @param row where it lies
 * @param eventId the id of the event
 * @param key the key as text, or null if it has none
 * @param message the message
 * @param headers what was put with it
 * @param putAt when it was put
 * @param dueAt when it may be handled at the earliest; 0: at once
 * @param attempts how many attempts have begun, as far as they were counted: see {@link io.concor.queues.jdbc.EventTable#beginAttempt}
 * @param failures how many attempts have failed
 */
public record EventRow(
        RowKey row,
        String eventId,
        @Nullable String key,
        EncodedMessage message,
        Map<String, String> headers,
        long putAt,
        long dueAt,
        int attempts,
        int failures) {

    /** Returns how many attempts were begun and have not failed: processes died, or lost their lease, meanwhile. */
    public int deaths() {
        return attempts - failures;
    }

    /**
     * Returns whether it may be what processes die of. One death says little: all that a process has in hand when it is killed
     * has one, and is to be handled soon by another.
     */
    public boolean isSuspect() {
        return deaths() > 1;
    }
}
