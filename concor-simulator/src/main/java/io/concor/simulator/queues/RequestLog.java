package io.concor.simulator.queues;

import io.concor.simulator.queues.http.QueueCall;

/** The log of the requests of a client. Used by one thread at a time. */
interface RequestLog {

    /** The log that is kept nowhere. */
    RequestLog NONE = (startNanos, tookNanos, call, details) -> {};

    /**
     * Adds a request.
     *
     * @param startNanos when it was sent, since the start of the load
     * @param tookNanos how long it took until its outcome was known
     * @param details what it was about
     */
    void add(long startNanos, long tookNanos, QueueCall call, String details);

    /** Writes what has not been written yet. */
    default void flush() {}
}
