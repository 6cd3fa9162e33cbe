package io.concor.simulator.load;

/** One request of the load, from the time when it is due until its outcome is known. Thread-safe. */
public final class LoadRequest implements ResponseHandler {

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

    @Override
    public boolean ended() {
        return ended;
    }

    /** Registers what happens when the request times out. */
    @Override
    public void onAbort(Runnable action) {
        abortAction = action;
        if (ended) {
            action.run();
        }
    }

    @Override
    public void responded(int status) {
        tracker.responded(this, status);
    }

    /** Reports that no response will arrive. The results count failures by reason. */
    @Override
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
