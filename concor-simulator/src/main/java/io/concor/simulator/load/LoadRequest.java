package io.concor.simulator.load;

/** One request of the load, from the time when it is due until its outcome is known. Thread-safe. */
public final class LoadRequest {

    private static final Runnable NOTHING = () -> {};

    private final long id;
    private final long dueNanos;
    private final LoadRecorder recorder;
    private final RequestTracker tracker;
    private volatile Runnable abortAction = NOTHING;
    private volatile boolean ended;
    private volatile boolean responded;

    /**
     * Creates a request.
     *
     * @param id unique among the requests in flight
     * @param dueNanos when the request is due, by {@link System#nanoTime}
     * @param recorder counts the request, whenever it ends
     * @param tracker decides the outcome
     */
    LoadRequest(long id, long dueNanos, LoadRecorder recorder, RequestTracker tracker) {
        this.id = id;
        this.dueNanos = dueNanos;
        this.recorder = recorder;
        this.tracker = tracker;
    }

    long id() {
        return id;
    }

    long dueNanos() {
        return dueNanos;
    }

    LoadRecorder recorder() {
        return recorder;
    }

    /** Whether the outcome is known. The client does not send such a request. */
    public boolean ended() {
        return ended;
    }

    /**
     * Registers an action that releases what the request holds. The client calls this before it sends the request.
     *
     * @param action runs on any thread when the request times out; runs immediately if the request has ended
     */
    public void onAbort(Runnable action) {
        abortAction = action;
        if (ended) {
            action.run();
        }
    }

    /**
     * Reports the response. The client calls this once, on any thread, unless it calls {@link #failed}.
     *
     * @param status HTTP status
     */
    public void responded(int status) {
        tracker.responded(this, status);
    }

    /**
     * Reports that no response will arrive. The client calls this on any thread.
     *
     * @param reason a few words; the results count failures by reason
     */
    public void failed(String reason) {
        tracker.failed(this, reason);
    }

    void markEnded() {
        ended = true;
    }

    void markResponded() {
        responded = true;
    }

    /** Whether the request still occupies a connection. */
    boolean awaitsResponse() {
        return !responded;
    }

    void abort() {
        abortAction.run();
    }
}
