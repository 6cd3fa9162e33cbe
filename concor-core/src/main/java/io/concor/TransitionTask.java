package io.concor;

/**
 * A computation that hands the event over to somebody else's thread, a non-blocking client for instance, and goes on
 * when its {@link Continuation} is called. It must be thread-safe.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface TransitionTask<I, O> extends Task {

    /**
     * Starts the computation and returns without waiting for it.
     *
     * @param input the message; null only where null was entered, or what is before gave null
     * @param continuation to be called once, now or later, from any thread; a continuation that is never called lets
     *     the event end with a timeout
     * @throws Throwable anything: it becomes the event's error, unless the continuation was called before
     */
    void apply(I input, Continuation<O> continuation) throws Throwable;
}
