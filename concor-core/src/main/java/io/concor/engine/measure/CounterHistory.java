package io.concor.engine.measure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Snapshots of the last eleven seconds, from which a window of ten seconds is read. Thread-safe. */
final class CounterHistory {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final CounterSnapshot start;
    private final Deque<CounterSnapshot> moments = new ArrayDeque<>();

    CounterHistory(CounterSnapshot start) {
        this.start = start;
        moments.add(start);
    }

    CounterSnapshot start() {
        return start;
    }

    synchronized boolean due(long nanos) {
        return nanos - moments.getLast().nanos() >= SECOND_NANOS;
    }

    synchronized void add(CounterSnapshot now) {
        moments.addLast(now);
        while (moments.size() > 1 && now.nanos() - moments.getFirst().nanos() > WINDOW_NANOS + SECOND_NANOS / 2) {
            moments.removeFirst();
        }
    }

    /** Returns the snapshot at the beginning of the window that ends at the given time. */
    synchronized CounterSnapshot windowStart(long nanos) {
        for (CounterSnapshot moment : moments) {
            if (nanos - moment.nanos() <= WINDOW_NANOS + SECOND_NANOS / 2) {
                return moment;
            }
        }
        return moments.getLast();
    }
}
