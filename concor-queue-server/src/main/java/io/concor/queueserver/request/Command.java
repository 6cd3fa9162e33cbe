package io.concor.queueserver.request;

/**
 * A request that was understood. Immutable.
 *
 * @param caller who asks
 * @param wanted what is asked of the queues
 */
record Command(Caller caller, StoreRequest wanted) {}
