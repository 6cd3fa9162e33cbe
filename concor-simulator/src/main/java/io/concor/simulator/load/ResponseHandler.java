package io.concor.simulator.load;

/** Learns the outcome of a request from the client that sends it. Thread-safe. */
public interface ResponseHandler {

    /** Whether the outcome is known. The client does not send such a request. */
    default boolean ended() {
        return false;
    }

    /**
     * Registers an action that releases what the request holds. The client calls this before it sends the request.
     *
     * @param action runs on any thread when the request is given up; immediately if that has happened
     */
    default void onAbort(Runnable action) {
        // a request that is never given up needs no action
    }

    /**
     * Reports the response. The client calls this once, on any thread, unless it calls {@link #failed}.
     *
     * @param status HTTP status
     */
    void responded(int status);

    /**
     * Reports that no response will arrive. The client calls this on any thread.
     *
     * @param reason a few words
     */
    void failed(String reason);
}
