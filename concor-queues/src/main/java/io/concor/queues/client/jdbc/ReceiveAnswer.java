package io.concor.queues.client.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * What the database said about a request for a message.
 *
 * @param clientKnown whether the client is registered
 * @param queueKnown whether the queue exists
 * @param fromKnown whether the sender that was asked for is known; true without one
 * @param state whether there is a message
 * @param message the message, if there is one
 */
record ReceiveAnswer(
        boolean clientKnown,
        boolean queueKnown,
        boolean fromKnown,
        State state,
        @Nullable MessageRow message) {

    /** Whether there is a message. */
    enum State {
        /** It was found. The order of these is that of the numbers in statements. */
        FOUND,
        /** There is none for the client. */
        EMPTY,
        /** There are some, which others are just taking. */
        BUSY,
        /** So many messages of the client itself stand in front that it is not known whether there is one behind. */
        HIDDEN
    }
}
