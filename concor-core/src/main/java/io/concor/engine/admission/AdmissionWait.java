package io.concor.engine.admission;

import java.util.concurrent.TimeUnit;

/**
 * How long one thread waits for admission: as long as the call allows, and no longer than the events live that the thread
 * has in other flows. Used by that thread.
 *
 * <p>It looks for such events once, and only if the wait is not over soon: the search takes longer than most waits.
 */
final class AdmissionWait {

    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final long start = System.nanoTime();
    private long limitNanos;
    private boolean searched;

    AdmissionWait(long limitNanos) {
        this.limitNanos = limitNanos;
    }

    /** Returns the time that is left, in nanoseconds; 0 or less if there is none. */
    long leftNanos() {
        long left = limitNanos - waitedNanos();
        if (left > 0 && !searched && waitedNanos() >= SOON_NANOS) {
            searched = true;
            limitNanos = waitedNanos() + Math.min(left, OuterEvents.leftNanos());
            left = limitNanos - waitedNanos();
        }
        return left;
    }

    /** Returns how long the thread may park until it asks again what is left. */
    long parkNanos(long leftNanos) {
        return searched ? leftNanos : Math.min(leftNanos, SOON_NANOS);
    }

    private long waitedNanos() {
        return System.nanoTime() - start;
    }
}
