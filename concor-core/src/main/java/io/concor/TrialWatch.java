package io.concor;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

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
    /** Null where there is no trial; guarded by this, as is what follows. */
    private @Nullable Looks present;

    private Runnable stopLooking = () -> {};

    TrialWatch(String flow, ChangeClock clock, BooleanSupplier due, Runnable work) {
        this.thread = "concor-revert-" + flow;
        this.clock = clock;
        this.due = due;
        this.work = work;
    }

    /** Begins with a trial, or goes on with one whose time counts from now on. */
    synchronized void start() {
        if (present == null) {
            Looks first = new Looks();
            stopLooking = FlowTimer.every(LOOK_NANOS, first::look);
            present = first;
        } else {
            present.notBefore = clock.nanos();
        }
    }

    synchronized void stop() {
        present = null;
        stopLooking.run();
    }

    /** The looks of one trial. Whoever is still being told of the end of the one before does not hold up the next. */
    private final class Looks {

        private final AtomicBoolean working = new AtomicBoolean();
        private volatile long notBefore = clock.nanos();

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
}
