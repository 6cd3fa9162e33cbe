package io.concor.diagnosis.verdict;

import java.util.Locale;

/** What limits a flow. */
public enum Cause {
    /** Threads wait for a connection, because all are in use. */
    CONNECTION_POOL,
    /** Connections are taken and not returned. */
    CONNECTION_LEAK,
    /** A remote system answers more slowly than before. */
    SLOW_REMOTE,
    /** The continuation of a transition is called later than before. */
    SLOW_CALLBACK,
    /** The threads that call continuations are busy with the components that follow. */
    CALLBACK_THREAD,
    /** Threads wait for a lock. */
    LOCK,
    /** One thread serves the stage, as its tasks require. */
    SINGLE_THREAD,
    /** The pool has fewer threads than its tasks could use. */
    TOO_FEW_THREADS,
    /** More threads compete for the processors than there are. */
    TOO_MANY_THREADS,
    /** The processors are busy with this process. */
    CPU,
    /** The processors are busy with other processes. */
    NOISY_NEIGHBOUR,
    /** The garbage collector takes the processors' time. */
    GARBAGE_COLLECTION,
    /** {@code max-in-flight} events are inside, while no thread is short. */
    ADMISSION,
    /** A ring is too small for the bursts that arrive. */
    RING,
    /** Errors of what the component calls, with the retries that they cause. */
    DOWNSTREAM_ERRORS,
    /** A few messages take much longer than the others, which wait behind them. */
    SLOW_MESSAGES,
    /** Most events have the same key, so one thread at a time handles them. */
    HOT_KEY,
    /** Virtual threads hold their carrier threads while they wait. */
    PINNED_VIRTUAL_THREADS,
    /** The store of a durable queue is slow. */
    QUEUE_STORE;

    /** Returns the name of this cause on endpoints, such as {@code slow-remote}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
