package io.concor.engine.retry;

import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;

/** The path that an event leaves when it is postponed, and on which it goes on. */
public interface AttemptPath {

    /** The calling thread gives the event up, with its thread-locals and its lane. */
    void leave(Context context, ExecutionSite site);

    /** Returns the filled slot whose threads run a component, or {@link io.concor.layout.Stages#NO_SLOT}. */
    int slotServing(int component);

    /** Whether the threads of a join run a component, and no key has to be computed to get there. */
    boolean isServed(Context context, int component);

    /**
     * Puts the event into the queue of the join whose threads run a component. Neither waits nor computes a key.
     *
     * @return false if there is none, or its queue is closed, and the caller keeps the event
     */
    boolean putBack(Context context, int component);

    /** Runs the event on the calling thread, which serves no join, from a component on. */
    void runFrom(Context context, int component);

    /** Fails the event at a component, because it has timed out or its caller has given up. */
    void expire(Context context, int component);
}
