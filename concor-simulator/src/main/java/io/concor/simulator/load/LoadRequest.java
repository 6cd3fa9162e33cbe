package io.concor.simulator.load;

/** One request on its way. May be shared by threads. */
public final class LoadRequest {

    private static final Runnable NOTHING = () -> {};

    private final long id;
    private final long dueNanos;
    private final LoadRecorder recorder;
    private volatile Runnable abort = NOTHING;
    private volatile boolean ended;
    private volatile boolean answered;

    /**
     * A request.
     *
     * @param id no other has it
     * @param dueNanos when it was due, by {@link System#nanoTime}
     * @param recorder in whose account it counts, whenever it ends
     */
    LoadRequest(long id, long dueNanos, LoadRecorder recorder) {
        this.id = id;
        this.dueNanos = dueNanos;
        this.recorder = recorder;
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

    /** Whether nobody waits for it any more, so that it need not be sent. */
    public boolean ended() {
        return ended;
    }

    /**
     * Says how to free what the request holds, before it is sent.
     *
     * @param action called by any thread when nobody waits for the answer any more, at once where that is so already
     */
    public void onAbort(Runnable action) {
        abort = action;
        if (ended) {
            action.run();
        }
    }

    void end() {
        ended = true;
    }

    /** Whether it holds no connection any more. */
    boolean answered() {
        return answered;
    }

    void answer() {
        answered = true;
    }

    void abort() {
        abort.run();
    }
}
