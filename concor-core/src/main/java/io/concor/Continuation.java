package io.concor;

import java.util.function.Supplier;

/**
 * The way back into the flow for the event that a {@link TransitionTask} has taken. Any thread may call it; the first
 * call decides, every later one is ignored and counted. The event goes on when the continuation was called and the task
 * has returned, up to the next filled slot on the thread that did the later of the two. The caller is never blocked by
 * a full ring.
 *
 * <p>{@link #complete} and {@link #fail} go on with what is there. {@link #continuing} and {@link #onError} go on with
 * what is still to be computed: what goes wrong then is the flow's to handle.
 *
 * @param <O> the type of the message to go on with
 */
public interface Continuation<O> {

    /**
     * Goes on with what the supplier gives.
     *
     * @param value evaluated by the flow on the calling thread; null that it gives is passed on as it is, and what it
     *     throws becomes the event's error
     */
    void continuing(Supplier<? extends O> value);

    /**
     * Goes on with the error that the supplier gives.
     *
     * @param error evaluated by the flow on the calling thread; what it throws becomes the event's error instead
     */
    void onError(Supplier<? extends Throwable> error);

    /**
     * Goes on with a value.
     *
     * @param value the message for the next component; null is passed on as it is
     */
    void complete(O value);

    /**
     * Goes on with an error.
     *
     * @param error the event's error; null counts as a {@link NullPointerException}
     */
    void fail(Throwable error);
}
