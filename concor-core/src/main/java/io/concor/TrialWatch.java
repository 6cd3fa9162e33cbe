package io.concor;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Waits until there is something to do about a trial: looks on the thread behind the clocks of all flows, and does it
 * on a thread that ends with it, since it may take long. Where it does not succeed it is done again some seconds later.
 */
final class TrialWatch {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String thread;
    private final ChangeClock clock;
    private final BooleanSupplier due;
    private final Runnable work;
    private final AtomicBoolean working = new AtomicBoolean();
    private volatile long notBefore;
    private boolean looking;
    private Runnable stopLooking = () -> {};

    TrialWatch(String flow, ChangeClock clock, BooleanSupplier due, Runnable work) {
        this.thread = "concor-revert-" + flow;
        this.clock = clock;
        this.due = due;
        this.work = work;
    }

    synchronized void start() {
        notBefore = clock.nanos();
        if (!looking) {
            looking = true;
            stopLooking = FlowTimer.every(LOOK_NANOS, this::look);
        }
    }

    synchronized void stop() {
        looking = false;
        stopLooking.run();
    }

    private void look() {
        if (due.getAsBoolean() && clock.nanos() - notBefore >= 0 && working.compareAndSet(false, true)) {
            notBefore = clock.nanos() + PAUSE_NANOS;
            begin();
        }
    }

    private void begin() {
        try {
            FlowTimer.daemon(this::run, thread).start();
        } catch (Throwable noThread) {
            working.set(false);
            throw noThread;
        }
    }

    private void run() {
        try {
            work.run();
        } finally {
            pauseWhereItIsStillToBeDone();
            working.set(false);
        }
    }

    /** A try may take longer than the pause, and stages rest meanwhile. */
    private void pauseWhereItIsStillToBeDone() {
        if (due.getAsBoolean()) {
            notBefore = clock.nanos() + PAUSE_NANOS;
        }
    }
}
