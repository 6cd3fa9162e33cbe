package io.concor.queues.client.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * Where messages for a client lie.
 *
 * @param queue the name of the queue
 * @param client the receiver, or null: those to any client
 */
record MessageInbox(String queue, @Nullable String client) {}
