package io.concor.queues.row;

import org.jspecify.annotations.Nullable;

/**
 * A key whose later events wait for a dead letter; without a key, all later events of the queue wait.
 *
 * @param row where the dead letter lay
 * @param eventId the id of its event
 * @param key the key as text, or null
 * @param failure the reason
 * @param since when it failed for the last time, epoch milliseconds
 */
public record HeldKey(RowKey row, String eventId, @Nullable String key, RowFailure failure, long since) {}
