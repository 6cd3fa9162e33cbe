package io.concor.queues.row;

import org.jspecify.annotations.Nullable;

/**
 * A waiting event without its message.
 *
 * @param id its id
 * @param key the key as text, or null
 * @param dueAt when it is due, epoch milliseconds; 0: at once
 */
public record RowOutline(long id, @Nullable String key, long dueAt) {}
