package io.concor.manage;

import io.concor.engine.thread.SharedTicker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a trial when it has expired. Checks on the {@link SharedTicker}, and does the work on a thread of its own, because
 * it may take long. Retries after pauses of 5 seconds to a minute, because the stages of the flow stand still during
 * each attempt. The lock of the flow's changes guards {@link #start} and {@link #stop}.
 */
final class TrialExpiry {

    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final String thread;
    private final ChangeClock clock;
    private final BooleanSupplier due;
    private final Runnable work;
    private final AtomicBoolean working = new AtomicBoolean();
    private volatile long notBefore;
    private volatile long pauseNanos;
    private @Nullable Runnable stopChecking;

    TrialExpiry(String flow, ChangeClock clock, BooleanSupplier due, Runnable work) {
        this.thread = "concor-revert-" + flow;
        this.clock = clock;
        this.due = due;
        this.work = work;
    }

    /** Starts with the trial, or goes on when it is prolonged. */
    void start() {
        notBefore = clock.nanos();
        pauseNanos = FIRST_PAUSE_NANOS;
        if (stopChecking == null) {
            stopChecking = SharedTicker.every(CHECK_NANOS, this::check);
        }
    }

    void stop() {
        if (stopChecking != null) {
            stopChecking.run();
        }
    }

    private void check() {
        if (due.getAsBoolean() && clock.nanos() - notBefore >= 0 && working.compareAndSet(false, true)) {
            notBefore = clock.nanos() + FIRST_PAUSE_NANOS;
            try {
                SharedTicker.daemon(this::run, thread).start();
            } catch (Throwable noThread) {
                working.set(false);
                throw noThread;
            }
        }
    }

    private void run() {
        try {
            work.run();
        } finally {
            pauseIfStillDue();
            working.set(false);
        }
    }

    /** Counts from the end of an attempt, which may take longer than the pause. */
    private void pauseIfStillDue() {
        if (due.getAsBoolean()) {
            long pause = pauseNanos;
            notBefore = clock.nanos() + pause;
            pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
        }
    }
}
