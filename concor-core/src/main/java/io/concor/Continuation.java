package io.concor;

import java.util.function.Supplier;

/**
 * Returns an event that a {@link TransitionTask} has taken to the flow. May be called from any thread. The first call
 * decides; later ones are ignored and counted. After both this call and the return of the task, the later of the two
 * threads carries the event up to the next filled slot. A full ring never blocks the caller.
 *
 * @param <O> the type of the message for the next component
 */
public interface Continuation<O> {

    /**
     * Goes on with a value that the flow computes on the calling thread.
     *
     * @param value may return null, which is passed on; what it throws becomes the event's error
     */
    void continuing(Supplier<? extends O> value);

    /**
     * Goes on with an error that the flow computes on the calling thread.
     *
     * @param error what it throws becomes the event's error instead
     */
    void onError(Supplier<? extends Throwable> error);

    /**
     * Goes on with a value.
     *
     * @param value the message for the next component; null is passed on
     */
    void complete(O value);

    /**
     * Goes on with an error.
     *
     * @param error the event's error; null counts as a {@link NullPointerException}
     */
    void fail(Throwable error);
}
