package io.concor;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Returns an event that a {@link TransitionTask} has taken to the flow. May be called from any thread. The first call
 * decides; later ones are ignored and counted. After both this call and the return of the task, the later of the two
 * threads carries the event up to the next filled slot. A full ring never blocks the caller.
 *
 * <p>The event <em>ends</em> if the task has returned, the continuation was not called, and the event times out or its
 * flow stops. A call that decides is no end: the flow has the event again, and {@link #ended()} stays false.
 *
 * @param <O> the type of the message for the next component
 */
public interface Continuation<O extends @Nullable Object> {

    /**
     * Goes on with a value that the flow computes on the calling thread.
     *
     * @param value must not return null if a later component takes the value; what it throws becomes the event's error
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
     * @param value the message for the next component; null only if no later component takes it, otherwise the event fails
     *     with a {@link NullResultException}
     */
    void complete(O value);

    /**
     * Goes on with an error.
     *
     * @param error the event's error; null counts as a {@link NullPointerException}
     */
    void fail(Throwable error);

    /**
     * Returns whether the event has ended without a call of this continuation. Once true, it stays true, and calls are
     * ignored.
     *
     * <p>The default implementation, for events that do not end early, returns false.
     */
    default boolean ended() {
        return false;
    }

    /**
     * Registers an action for the end of the event, such as cancelling a request. It runs once, before the event goes on
     * with its error, on the thread that ends the event; if the event {@linkplain #ended() has ended} already, it runs
     * at once, on the calling thread. If a call of this continuation decides, it never runs. Of several actions
     * the last one runs first.
     *
     * <p>The action must be short and must not block. It runs without the event's transaction and thread-locals. Concor
     * logs what it throws.
     *
     * <p>The default implementation, for events that do not end early, ignores the action. An implementation that wraps
     * another continuation must delegate.
     *
     * @param action what to do at the end of the event
     */
    default void onEnd(Runnable action) {}
}
