package io.concor.benchmarks.load;

import io.concor.manage.Manager;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Changes the layout of a flow at fixed intervals while events flow. */
final class LayoutChangeRunner {

    private final Manager manager;
    private final ChangeImpact impact;
    private final int rounds;
    private final long pauseNanos;
    private volatile @Nullable RuntimeException failed;

    LayoutChangeRunner(Manager manager, ChangeImpact impact, int rounds, long pauseNanos) {
        this.manager = manager;
        this.impact = impact;
        this.rounds = rounds;
        this.pauseNanos = pauseNanos;
    }

    void run(long start) {
        try {
            long next = start;
            for (int i = 0; i < rounds; i++) {
                for (LayoutChange change : LayoutChange.values()) {
                    next += pauseNanos;
                    awaitTime(next);
                    apply(change);
                }
            }
        } catch (RuntimeException failure) {
            failed = failure;
        }
    }

    private void apply(LayoutChange change) {
        long from = System.nanoTime();
        change.apply(manager);
        impact.changed(change, from, System.nanoTime());
    }

    private static void awaitTime(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    void await(Thread changing) {
        try {
            changing.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        RuntimeException failure = failed;
        if (failure != null) {
            throw failure;
        }
    }
}
