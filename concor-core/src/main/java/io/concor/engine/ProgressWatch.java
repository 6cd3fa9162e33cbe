package io.concor.engine;

/** Watches whether a stop makes progress. Used by the stopping thread. */
final class ProgressWatch {

    private static final long STALL_NANOS = OrderlyStop.GRACE.toNanos();

    private long taken;
    private long progressNanos = System.nanoTime();

    /**
     * Whether no event was taken for half a second, while all that the stop waits for only waited. Call it often.
     *
     * @param taken how many events have been taken from queues so far
     * @param waits whether the events only wait just now
     */
    boolean hasStalled(long taken, boolean waits) {
        long now = System.nanoTime();
        if (taken != this.taken || !waits) {
            this.taken = taken;
            progressNanos = now;
        }
        return now - progressNanos > STALL_NANOS;
    }
}
