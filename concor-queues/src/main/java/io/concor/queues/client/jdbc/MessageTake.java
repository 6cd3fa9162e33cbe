package io.concor.queues.client.jdbc;

import io.concor.queues.client.ReceiveRequest;

/**
 * A request that was checked.
 *
 * @param request the request
 * @param receipt the number that a lease gets; without meaning if there is no lease
 * @param reach how far it looks; without meaning where each request is served by several statements
 */
record MessageTake(ReceiveRequest request, long receipt, Reach reach) {

    /** How far a request looks. */
    enum Reach {
        /** At the first message that may be for the client, if requests of several look at once; else as {@link #NEAR}. */
        HEAD,
        /** Past messages that others are just taking, and some of the client itself. */
        NEAR,
        /** Behind any number of messages of the client itself; only without a sender. */
        FAR
    }

    MessageTake(ReceiveRequest request, long receipt) {
        this(request, receipt, Reach.HEAD);
    }

    /** Returns the same request, which looks further. */
    MessageTake reaching(Reach further) {
        return new MessageTake(request, receipt, further);
    }

    /** Returns a request of the same kind that finds nothing: its client and its queue have no names. */
    MessageTake ofNoClient() {
        return new MessageTake(new ReceiveRequest("", "", request.from(), request.lease()), receipt, reach);
    }

    boolean leases() {
        return request.lease() != null;
    }

    long leaseMillis() {
        return request.lease() == null ? 0 : request.lease().toMillis();
    }
}
