package io.concor.engine.measure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Snapshots of the last eleven seconds, from which a window of ten seconds is read. Thread-safe. */
final class CounterHistory {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Half a second more, because snapshots are not taken exactly on the second. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10_500);

    private final CounterSnapshot start;
    private final Deque<CounterSnapshot> snapshots = new ArrayDeque<>();
    /** When the last layout ended. */
    private CounterSnapshot layoutEnd;

    CounterHistory(CounterSnapshot start) {
        this.start = start;
        this.layoutEnd = start;
        snapshots.add(start);
    }

    CounterSnapshot start() {
        return start;
    }

    synchronized boolean due(long nanos) {
        return nanos - snapshots.getLast().nanos() >= SECOND_NANOS;
    }

    synchronized CounterSnapshot last() {
        return snapshots.getLast();
    }

    synchronized void add(CounterSnapshot now) {
        snapshots.addLast(now);
        snapshots.removeIf(earlier -> now.nanos() - earlier.nanos() > WINDOW_NANOS);
    }

    /** Returns the snapshot at the beginning of the window that ends at the given time. */
    synchronized CounterSnapshot windowStart(long nanos) {
        for (CounterSnapshot snapshot : snapshots) {
            if (nanos - snapshot.nanos() <= WINDOW_NANOS) {
                return snapshot;
            }
        }
        return snapshots.getLast();
    }

    synchronized void layoutEnds(CounterSnapshot now) {
        layoutEnd = now;
    }

    /**
     * Returns the beginning of that part of the window in which the present layout was in force: a share of the time of many
     * threads and then of few would hide for ten seconds how busy the few are.
     */
    synchronized CounterSnapshot startOfShares(long nanos) {
        CounterSnapshot window = windowStart(nanos);
        boolean inWindow = layoutEnd.nanos() - window.nanos() > 0 && nanos - layoutEnd.nanos() > 0;
        return inWindow ? layoutEnd : window;
    }
}
