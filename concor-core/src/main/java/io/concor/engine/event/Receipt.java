package io.concor.engine.event;

import org.jspecify.annotations.Nullable;

/** What remains of an event in its store while the flow has it. Its methods are called by the owner of the event. */
public interface Receipt {

    /** Returns the text of the key of the event, or null if it has none. */
    @Nullable
    String key();

    /**
     * The event has ended with an error.
     *
     * @return whether it is tried again: then it has left this process, but not the flow
     */
    boolean postpones(Context context);

    /** Returns the future of the caller that awaits the result, once; null if there is none in this process. */
    @Nullable
    EventFuture takeAwaited();

    /** The event has ended, and its context is free. */
    void ended(@Nullable Throwable error);
}
