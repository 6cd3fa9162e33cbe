package io.concor.queues.row;

import org.jspecify.annotations.Nullable;

/**
 * Which dead letters of a queue are meant: those that fit everything that is not null.
 *
 * @param id the id of the event, or the number of the dead letter as digits
 * @param error the class name of the error, with or without its package
 * @param olderThanMillis how long ago the last attempt failed, at least
 */
public record DeadChoice(
        @Nullable String id,
        @Nullable String error,
        @Nullable Long olderThanMillis) {

    /** All of the queue. */
    public static final DeadChoice ALL = new DeadChoice(null, null, null);
}
