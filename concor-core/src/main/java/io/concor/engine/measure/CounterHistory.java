package io.concor.engine.measure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** The counters of a flow at the last eleven seconds, so that a window of ten can be told. */
public final class CounterHistory {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final CounterSnapshot start;
    private final Deque<CounterSnapshot> moments = new ArrayDeque<>();

    public CounterHistory(CounterSnapshot start) {
        this.start = start;
        moments.add(start);
    }

    public CounterSnapshot start() {
        return start;
    }

    public synchronized boolean due(long nanos) {
        return nanos - moments.getLast().nanos() >= SECOND_NANOS;
    }

    public synchronized void add(CounterSnapshot now) {
        moments.addLast(now);
        while (moments.size() > 1 && now.nanos() - moments.getFirst().nanos() > WINDOW_NANOS + SECOND_NANOS / 2) {
            moments.removeFirst();
        }
    }

    /** The counters at the beginning of the window that ends at the given moment. */
    public synchronized CounterSnapshot windowStart(long nanos) {
        for (CounterSnapshot moment : moments) {
            if (nanos - moment.nanos() <= WINDOW_NANOS + SECOND_NANOS / 2) {
                return moment;
            }
        }
        return moments.getLast();
    }
}
