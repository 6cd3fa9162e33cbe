package io.concor.queueserver.request;

/**
 * A request that was understood. Immutable.
 *
 * @param caller who asks
 * @param wanted what is asked of the queues
 * @param sinceNanos when it was understood, by the monotonic clock
 */
record Command(Caller caller, StoreRequest wanted, long sinceNanos) {

    /** Creates a request that is understood now. */
    Command(Caller caller, StoreRequest wanted) {
        this(caller, wanted, System.nanoTime());
    }
}
