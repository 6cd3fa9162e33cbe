package io.concor.queues.client.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * Where messages for a client lie.
 *
 * @param queue the name of the queue
 * @param client the receiver, or null: those to any client
 * @param from those of one sender, or null for all
 */
record MessageInbox(
        String queue, @Nullable String client, @Nullable String from) {

    /** How many messages of an inbox are counted. */
    static final int MOST_COUNTED = 32;

    /** Returns the messages in it of one sender. */
    MessageInbox of(String sender) {
        return new MessageInbox(queue, client, sender);
    }
}
