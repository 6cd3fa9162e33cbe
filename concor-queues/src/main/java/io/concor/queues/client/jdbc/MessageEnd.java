package io.concor.queues.client.jdbc;

import io.concor.queues.client.EndRequest;

/**
 * A request to end a message that was checked.
 *
 * @param request the request
 * @param receipt its receipt
 */
record MessageEnd(EndRequest request, MessageReceipt receipt) {

    /** What the database said about it. */
    enum Answer {
        ENDED,
        UNKNOWN_CLIENT,
        UNKNOWN_QUEUE,
        /** Another client has leased it. */
        NOT_LEASED_BY_CLIENT,
        /** The lease has ended, or the message is gone. */
        GONE
    }
}
