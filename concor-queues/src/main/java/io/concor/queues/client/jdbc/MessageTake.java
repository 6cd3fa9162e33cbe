package io.concor.queues.client.jdbc;

import io.concor.queues.client.ReceiveRequest;

/**
 * A request that was checked.
 *
 * @param request the request
 * @param receipt the number that a lease gets; without meaning if there is no lease
 * @param behindOwn whether it is looked behind any number of messages of the client itself; only without a sender
 */
record MessageTake(ReceiveRequest request, long receipt, boolean behindOwn) {

    MessageTake(ReceiveRequest request, long receipt) {
        this(request, receipt, false);
    }

    /** Returns the same request, which looks behind any number of messages of the client itself. */
    MessageTake lookingBehindOwn() {
        return new MessageTake(request, receipt, true);
    }

    /** Returns a request of the same kind that finds nothing: its client and its queue have no names. */
    MessageTake ofNoClient() {
        return new MessageTake(new ReceiveRequest("", "", request.from(), request.lease()), receipt, behindOwn);
    }

    boolean leases() {
        return request.lease() != null;
    }

    long leaseMillis() {
        return request.lease() == null ? 0 : request.lease().toMillis();
    }
}
