package io.concor.queues.row;

import org.jspecify.annotations.Nullable;

/**
 * Which dead letters of a queue are meant: those that fit everything that is not null.
 *
 * @param number the number of the dead letter, which no other one of the queue has
 * @param error the class name of the error, with or without its package
 * @param olderThanMillis how long ago the last attempt failed, at least
 */
public record DeadChoice(
        @Nullable Long number,
        @Nullable String error,
        @Nullable Long olderThanMillis) {

    /** All of the queue. */
    public static final DeadChoice ALL = new DeadChoice(null, null, null);
}
