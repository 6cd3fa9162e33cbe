package io.concor.queues.row;

import org.jspecify.annotations.Nullable;

/**
 * An event or a dead letter without its message.
 *
 * @param lane its lane
 * @param id its id
 * @param key the key as text, or null
 */
public record RowOutline(int lane, long id, @Nullable String key) {}
