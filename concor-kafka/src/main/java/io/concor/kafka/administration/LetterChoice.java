package io.concor.kafka.administration;

import org.jspecify.annotations.Nullable;

/**
 * Which dead letters of a remote queue are meant: those that fit everything that is not null.
 *
 * @param id the id of the letter, or of its event
 * @param number the number of the letter
 * @param error the class name of the error, with or without its package
 * @param olderThanMillis how long ago the last attempt failed, at least
 */
public record LetterChoice(
        @Nullable String id,
        @Nullable Long number,
        @Nullable String error,
        @Nullable Long olderThanMillis) {

    /** All of the queue. */
    public static final LetterChoice ALL = new LetterChoice(null, null, null, null);

    /** Returns a choice without a number. */
    public LetterChoice(@Nullable String id, @Nullable String error, @Nullable Long olderThanMillis) {
        this(id, null, error, olderThanMillis);
    }
}
