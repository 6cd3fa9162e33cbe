package io.concor.queues.client;

import io.concor.ConcorException;
import org.jspecify.annotations.Nullable;

/**
 * What became of one of several requests: a value, or the reason for which it was refused.
 *
 * @param value the value; null if the request was refused
 * @param refusal why it was refused; null if there is a value
 * @param <T> the type of the value
 */
public record RequestOutcome<T>(@Nullable T value, @Nullable ConcorException refusal) {

    public RequestOutcome {
        if ((value == null) == (refusal == null)) {
            throw new IllegalArgumentException("an outcome is a value or a refusal");
        }
    }

    /** Returns the outcome of a request that was served. */
    public static <T> RequestOutcome<T> of(T value) {
        return new RequestOutcome<>(value, null);
    }

    /** Returns the outcome of a request that was refused. */
    public static <T> RequestOutcome<T> refused(ConcorException refusal) {
        return new RequestOutcome<>(null, refusal);
    }

    /** Returns the value, or throws the refusal. */
    public T get() {
        if (value == null) {
            throw refusal == null ? new IllegalStateException() : refusal;
        }
        return value;
    }
}
