package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * A computation that hands the event to another thread, for example of a non-blocking client. The event goes on when the
 * {@link Continuation} is called. Must be thread-safe.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface TransitionTask<I extends @Nullable Object, O extends @Nullable Object> extends Task {

    /**
     * Starts the computation and returns without waiting for it.
     *
     * @param input null only if null entered the flow
     * @param continuation called once, now or later, from any thread. If it is never called, the event times out
     * @throws Throwable anything: it becomes the event's error unless the continuation was called before
     */
    void apply(I input, Continuation<O> continuation) throws Throwable;
}
