package io.concor.simulator.load;

import io.concor.simulator.profile.ArrivalSchedule;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends each request when it is due, whatever became of those before; those that are overdue go out at once, together.
 */
final class RequestPacer implements Runnable {

    /** About what a thread takes to wake up; spinning begins that much before a request is due. */
    private static final long WAKE_UP_NANOS = 100_000;

    private final ArrivalSchedule schedule;
    private final long startNanos;
    private final boolean spinning;
    private final LongConsumer send;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    /**
     * A pace.
     *
     * @param schedule when requests are due
     * @param startNanos what its times count from
     * @param spinning whether to spin for the last moments: in time to the microsecond, at the price of a core
     * @param send sends the request that is due at the time given, in nanoseconds since the start
     */
    RequestPacer(ArrivalSchedule schedule, long startNanos, boolean spinning, LongConsumer send) {
        this.schedule = schedule;
        this.startNanos = startNanos;
        this.spinning = spinning;
        this.send = send;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        long due = schedule.next();
        while (due != ArrivalSchedule.OVER && !stopped) {
            long left = due - (System.nanoTime() - startNanos);
            if (left > 0) {
                await(left);
            } else {
                send.accept(due);
                due = schedule.next();
            }
        }
    }

    /** Ends it soon, also where nothing is due for long. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void await(long leftNanos) {
        if (!spinning) {
            LockSupport.parkNanos(leftNanos);
        } else if (leftNanos > 2 * WAKE_UP_NANOS) {
            LockSupport.parkNanos(leftNanos - WAKE_UP_NANOS);
        } else {
            Thread.onSpinWait();
        }
    }
}
