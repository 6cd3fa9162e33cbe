package io.concor.queueserver.request;

import io.concor.ConcorException;

/**
 * A request that was understood, or refused. Immutable.
 *
 * @param caller who asks
 * @param wanted what is asked of the queues
 * @param sinceNanos when it was read, by the monotonic clock
 */
record Command(Caller caller, StoreRequest wanted, long sinceNanos) {

    /** Creates a request that is read now. */
    Command(Caller caller, StoreRequest wanted) {
        this(caller, wanted, System.nanoTime());
    }

    /** Returns the command as one that is refused. */
    Command refused(ConcorException reason) {
        return new Command(caller, new StoreRequest.Refused(reason), sinceNanos);
    }
}
