package io.concor.engine.pool;

import io.concor.engine.event.Context;

/** Where the events of a durable or remote join wait before they come into its queue. Thread-safe. */
public interface Storage {

    /** Runs code of users for an event that is about to be put, with its thread-locals. Later calls have no effect. */
    void prepare(Context context);

    /**
     * Takes over an event.
     *
     * @return false if the event is one to wait in the memory of this process, in the queue of the join
     */
    boolean put(Context context);

    /** The queue of the join takes events again, after it was closed for a while. */
    void roomMade();
}
