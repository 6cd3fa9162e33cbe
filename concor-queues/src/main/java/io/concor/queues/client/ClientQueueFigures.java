package io.concor.queues.client;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one queue at one moment.
 *
 * @param name the queue
 * @param createdBy the client that created it
 * @param createdAt when, by the clock of the database
 * @param depth messages in it: those that wait, are delayed or are leased; counted up to {@link #MOST_COUNTED}, or {@link
 *     #MOST_COUNTED_IN_LIST}, as are the next two
 * @param delayed how many of them nothing can receive yet
 * @param leased how many of them a client has leased
 * @param oldest the age of the oldest one, also if it is delayed or leased; null if it is empty
 * @param putPerSecond messages sent through this process
 * @param takenPerSecond messages received, or ended if leased, through this process
 * @param clients how many clients wait for a message in this process
 */
public record ClientQueueFigures(
        String name,
        String createdBy,
        Instant createdAt,
        long depth,
        long delayed,
        long leased,
        @Nullable Duration oldest,
        double putPerSecond,
        double takenPerSecond,
        int clients) {

    /** Up to how many messages of one queue are counted. */
    public static final int MOST_COUNTED = 100_000;

    /** Up to how many messages of each queue of a list are counted. */
    public static final int MOST_COUNTED_IN_LIST = 10_000;
}
