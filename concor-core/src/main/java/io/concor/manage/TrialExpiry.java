package io.concor.manage;

import io.concor.engine.thread.SharedTicker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits until there is something to do about a trial: looks on the thread behind the clocks of all flows, and does it
 * on a thread that ends with it, since it may take long. Where it does not succeed it is done again some seconds later,
 * and later each time, for stages rest meanwhile.
 */
final class TrialExpiry {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final String thread;
    private final ChangeClock clock;
    private final BooleanSupplier due;
    private final Runnable work;
    /** Null where there is no trial; guarded by this, as is what follows. */
    private @Nullable Looks present;

    private Runnable stopLooking = () -> {};

    TrialExpiry(String flow, ChangeClock clock, BooleanSupplier due, Runnable work) {
        this.thread = "concor-revert-" + flow;
        this.clock = clock;
        this.due = due;
        this.work = work;
    }

    /** Begins with a trial, or goes on with one whose time counts from now on. */
    synchronized void start() {
        if (present == null) {
            Looks first = new Looks();
            stopLooking = SharedTicker.every(LOOK_NANOS, first::look);
            present = first;
        } else {
            present.again();
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
        private volatile long pauseNanos = FIRST_PAUSE_NANOS;

        private void again() {
            notBefore = clock.nanos();
            pauseNanos = FIRST_PAUSE_NANOS;
        }

        private void look() {
            if (due.getAsBoolean() && clock.nanos() - notBefore >= 0 && working.compareAndSet(false, true)) {
                notBefore = clock.nanos() + FIRST_PAUSE_NANOS;
                begin();
            }
        }

        private void begin() {
            try {
                SharedTicker.daemon(this::run, thread).start();
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

        /** Counts from the end of a try, which may take longer than the pause. */
        private void pauseWhereItIsStillToBeDone() {
            if (due.getAsBoolean()) {
                long pause = pauseNanos;
                notBefore = clock.nanos() + pause;
                pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
            }
        }
    }
}
