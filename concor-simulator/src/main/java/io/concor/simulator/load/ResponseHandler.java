package io.concor.simulator.load;

/** Learns what became of the requests. Called by any thread. */
public interface ResponseHandler {

    /**
     * An answer has come.
     *
     * @param exchange the request
     * @param status its HTTP status
     */
    void answered(LoadRequest exchange, int status);

    /**
     * No answer will come.
     *
     * @param exchange the request
     * @param reason what happened, in few words; the results count by it
     */
    void failed(LoadRequest exchange, String reason);
}
