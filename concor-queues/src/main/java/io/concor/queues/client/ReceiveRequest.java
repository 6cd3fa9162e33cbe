package io.concor.queues.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the oldest message for a client. Immutable.
 *
 * @param client who receives
 * @param queue the queue
 * @param from the sender whose message it is to be, or null for any
 * @param lease null: the message is deleted when it is received, so it is lost if the answer is. Otherwise it is the client's for so
 *     long, and comes back unless it is {@linkplain Queues#end ended} before; {@link QueuesSettings#LEAST_LEASE} to {@link
 *     QueuesSettings#MOST_LEASE}
 */
public record ReceiveRequest(
        String client,
        String queue,
        @Nullable String from,
        @Nullable Duration lease) {

    /** Returns a request for the oldest message of all senders, which is deleted when it is received. */
    public static ReceiveRequest of(String client, String queue) {
        return new ReceiveRequest(client, queue, null, null);
    }

    /** Returns the same request for messages of one sender. */
    public ReceiveRequest from(String value) {
        return new ReceiveRequest(client, queue, value, lease);
    }

    /** Returns the same request with a lease. */
    public ReceiveRequest leased(Duration value) {
        return new ReceiveRequest(client, queue, from, value);
    }
}
