package io.concor.simulator.queues.http;

/** Learns the outcome of each request of a connection, on the event loop of the connection. */
interface AnswerListener {

    /** Reports the answer. */
    void answered(ServerAnswer answer);

    /**
     * Reports that no answer will arrive.
     *
     * @param reason a few words
     * @param sent whether the server may have received the request
     */
    void failed(String reason, boolean sent);
}
