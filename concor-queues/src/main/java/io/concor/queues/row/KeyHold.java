package io.concor.queues.row;

import org.jspecify.annotations.Nullable;

/**
 * A key whose later events wait for one that failed; without a key, all later events of the queue wait.
 *
 * @param key the key as text, or null
 * @param eventId the id of the event that failed
 * @param number the number of its dead letter; null if it is tried again
 * @param failure the reason
 * @param since when it failed for the last time, epoch milliseconds
 * @param retryAt when it is tried again, epoch milliseconds; null if a person decides
 */
public record KeyHold(
        @Nullable String key,
        String eventId,
        @Nullable Long number,
        RowFailure failure,
        long since,
        @Nullable Long retryAt) {}
