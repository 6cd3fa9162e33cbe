package io.concor.queues.client.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * A message that can be received again, or at last.
 *
 * @param id its place
 * @param queue the name of its queue, or null if that is deleted
 * @param to the receiver, or null for any
 * @param from the sender
 */
record ReturnedMessage(
        long id, @Nullable String queue, @Nullable String to, String from) {}
