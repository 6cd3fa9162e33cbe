package io.concor.simulator.load;

/**
 * One request on its way.
 */
public final class Exchange {

    private static final Runnable NOTHING = () -> {};

    private final long id;
    private final long dueNanos;
    private volatile Runnable abort = NOTHING;
    private volatile boolean ended;

    Exchange(long id, long dueNanos) {
        this.id = id;
        this.dueNanos = dueNanos;
    }

    long id() {
        return id;
    }

    long dueNanos() {
        return dueNanos;
    }

    /** Whether nobody waits for it any more, so that it need not be sent. */
    public boolean ended() {
        return ended;
    }

    /**
     * Says how to free what the request holds.
     *
     * @param action called by any thread when nobody waits for the answer any more
     */
    public void onAbort(Runnable action) {
        abort = action;
    }

    void end() {
        ended = true;
    }

    void abort() {
        abort.run();
    }
}
