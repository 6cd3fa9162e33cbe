package io.concor.simulator.queues.http;

/** Learns what became of the requests of a {@link RequestSender}, on its event loop. */
public interface RequestListener {

    /**
     * Reports an answer that means success.
     *
     * @param sentNanos when the request was sent
     * @return what the request was about, for the log
     */
    String succeeded(QueueRequest request, ServerAnswer answer, long sentNanos);

    /**
     * Reports an answer that means that nothing was done.
     *
     * @param uncertain whether an earlier attempt may have succeeded
     */
    void refused(QueueRequest request, int status, boolean uncertain);

    /** Reports that the request is given up: {@link #mayRepeat} was false. */
    void givenUp(QueueRequest request);

    /**
     * Returns whether a request without an outcome is sent again.
     *
     * @param uncertain whether the attempt may have succeeded
     */
    boolean mayRepeat(QueueRequest request, boolean uncertain);

    /** Sends the next request. Called after each of the reports. */
    void next();
}
