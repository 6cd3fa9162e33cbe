package io.concor.simulator.load;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Open-loop pacing: issues each request when it is due, whether or not earlier ones have ended. Overdue requests are
 * issued at once.
 */
final class RequestPacer implements Runnable {

    /** The approximate time that a thread takes to wake up. Spinning begins this long before a request is due. */
    private static final long WAKE_UP_NANOS = 100_000;

    private final ArrivalSchedule schedule;
    private final long startNanos;
    private final boolean spinning;
    private final LongConsumer issue;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    /**
     * Creates a pacer.
     *
     * @param schedule when requests are due
     * @param startNanos the origin of the schedule's times, by {@link System#nanoTime}
     * @param spinning whether to spin shortly before a request is due: precise to microseconds, but occupies a core
     * @param issue issues the request that is due at the given time, in nanoseconds since the start
     */
    RequestPacer(ArrivalSchedule schedule, long startNanos, boolean spinning, LongConsumer issue) {
        this.schedule = schedule;
        this.startNanos = startNanos;
        this.spinning = spinning;
        this.issue = issue;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        long due = schedule.next();
        while (due != ArrivalSchedule.END && !stopped) {
            long remaining = due - (System.nanoTime() - startNanos);
            if (remaining > 0) {
                await(remaining);
            } else {
                issue.accept(due);
                due = schedule.next();
            }
        }
    }

    /** Ends {@link #run} soon, even if no request is due for a long time. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void await(long nanos) {
        if (!spinning) {
            LockSupport.parkNanos(nanos);
        } else if (nanos > 2 * WAKE_UP_NANOS) {
            LockSupport.parkNanos(nanos - WAKE_UP_NANOS);
        } else {
            Thread.onSpinWait();
        }
    }
}
