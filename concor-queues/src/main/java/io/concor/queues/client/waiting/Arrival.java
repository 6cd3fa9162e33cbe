package io.concor.queues.client.waiting;

import org.jspecify.annotations.Nullable;

/**
 * A message that can be received from now on.
 *
 * @param queue its queue
 * @param to the receiver, or null for any
 * @param from the sender
 */
record Arrival(String queue, @Nullable String to, String from) {}
