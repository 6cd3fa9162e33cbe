package io.concor.queues.client.jdbc;

import io.concor.queues.client.ReceiveRequest;

/**
 * A request that was checked.
 *
 * @param request the request
 * @param receipt the number that a lease gets; without meaning if there is no lease
 */
record MessageTake(ReceiveRequest request, long receipt) {

    boolean leases() {
        return request.lease() != null;
    }

    long leaseMillis() {
        return request.lease() == null ? 0 : request.lease().toMillis();
    }
}
