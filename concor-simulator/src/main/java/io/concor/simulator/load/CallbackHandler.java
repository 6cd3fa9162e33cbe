package io.concor.simulator.load;

/** Learns which requests have arrived at the receiver. Called by any thread. */
public interface CallbackHandler {

    /**
     * The service has called the receiver.
     *
     * @param id the id of the request that this call belongs to
     */
    void arrived(long id);
}
