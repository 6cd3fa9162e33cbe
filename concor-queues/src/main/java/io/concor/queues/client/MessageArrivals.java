package io.concor.queues.client;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Wakes those who wait for messages, without a thread or a connection for each. Thread-safe. Who waits goes this way:
 *
 * <pre>{@code
 * long mark = arrivals.mark(interest);       // before the look
 * Optional<ReceivedMessage> found = queues.receive(request);
 * if (found.isEmpty()) {
 *     arrivals.await(interest, mark, wait, wake -> …);  // look again; after DEADLINE for the last time, or not at all
 * }
 * }</pre>
 *
 * <p>No message is missed between the look and the call of {@code await}: what has come since the mark wakes at once. A wake-up
 * says that a message may have come; another client may take it first, and then the same steps are gone again. A message to any
 * client wakes one of those that wait, not all. Whose queue or client is gone needs no look: the reason says so.
 */
public interface MessageArrivals {

    /** Returns a mark of what may have come for an interest up to now. */
    long mark(Interest interest);

    /**
     * Waits for a message: calls back once, on a thread of the arrivals, which the callback must not block.
     *
     * @param mark of the same interest, from before the look that found nothing
     * @param patience how long, from now on; at most {@link QueuesSettings#MOST_WAIT}, and two seconds more if many end together
     * @param callback learns why it was woken. What it throws is logged
     * @throws TooManyWaitersException if too many wait, of this client or in all
     */
    Waiter await(Interest interest, long mark, Duration patience, Consumer<Wake> callback);

    /**
     * What is waited for.
     *
     * @param client who waits
     * @param queue where
     * @param from the sender whose message it is to be, or null for any
     */
    record Interest(String client, String queue, @Nullable String from) {}

    /** Why a callback is called. */
    enum Wake {
        /** A message may have come. */
        ARRIVAL,
        /** The patience is over, or the queues are closed. */
        DEADLINE,
        /** The queue was deleted while one waited: there is nothing to look for. One of the same name may have been created since. */
        QUEUE_DELETED,
        /** The client has left while it waited: there is nothing to look for. */
        CLIENT_LEFT
    }

    /** One who waits. Thread-safe. */
    interface Waiter {

        /**
         * Does not wait any more: the client is gone, say. A wake-up that was on its way goes to another one.
         *
         * @return whether the callback has not been called and never will be
         */
        boolean cancel();
    }
}
