package io.concor.queues.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operators see of the queues of clients, and do with them. Needs no registered client. Thread-safe. */
public interface QueuesManagement {

    /**
     * Returns the figures of one queue.
     *
     * @throws UnknownQueueException if there is none
     */
    ClientQueueFigures figures(String queue);

    /**
     * Returns the figures of queues in the order of their names, for which fewer messages are counted than for one queue.
     *
     * @param after the name behind which the list begins, or null for its beginning
     * @param limit how many at most, 1 to 100
     */
    List<ClientQueueFigures> figures(@Nullable String after, int limit);

    /**
     * Returns names of registered clients in their order.
     *
     * @param after the name behind which the list begins, or null for its beginning
     * @param limit how many at most, 1 to 1,000
     */
    List<String> clients(@Nullable String after, int limit);

    /** Returns how many clients are registered. */
    long clientCount();

    /**
     * Returns a page of the messages of a queue, oldest first: those that wait, are delayed or are leased.
     *
     * @param after the place behind which the page begins: {@link StoredMessage#place} of the last one of the page before, or 0
     * @param limit how many at most, 1 to 100
     * @param mostLength how many characters of each content, at least 0
     * @throws UnknownQueueException if there is none
     */
    List<StoredMessage> messages(String queue, long after, int limit, int mostLength);

    /**
     * Deletes messages of a queue, also delayed and leased ones, in transactions of some thousand.
     *
     * @param olderThan how old they are at least, or null for all that were there at the call
     * @return how many were deleted
     * @throws UnknownQueueException if there is none
     */
    long purge(String queue, @Nullable Duration olderThan);

    /**
     * Gives leased messages of a queue back at once; their receipts are gone.
     *
     * @param client only those that this client has leased, or null for all
     * @return how many were given back
     * @throws UnknownQueueException if there is none
     */
    long requeue(String queue, @Nullable String client);
}
