package io.concor.queues.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message in a queue, as operators see it.
 *
 * @param place its place in the queue: grows with each message
 * @param message the message, with the beginning of its content
 * @param length characters of the whole content
 * @param dueAt when it can be received: it is delayed or leased until then; null if it can be received now
 * @param leasedBy the client that has leased it, or null
 */
public record StoredMessage(
        long place,
        ClientMessage message,
        int length,
        @Nullable Instant dueAt,
        @Nullable String leasedBy) {}
