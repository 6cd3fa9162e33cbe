package io.concor.experiments.durable.benchmark;

import io.concor.experiments.durable.subject.Event;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts events, and keeps the times of those of the measured window. Thread-safe. */
final class Recorder {

    private static final int KEYS = 1000;
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicLong created = new AtomicLong();
    private final LongAdder put = new LongAdder();
    private final LongAdder handled = new LongAdder();
    private final Map<Long, Long> dueNanos = new ConcurrentHashMap<>();
    private volatile boolean measuring;
    private long[] nanos = new long[1024];
    private int recorded;

    /** Creates the next event. */
    Event next() {
        long number = created.getAndIncrement();
        return new Event(number, (int) (number % KEYS));
    }

    /** The time of this event counts from when it was due. */
    void due(Event event, long atNanos) {
        dueNanos.put(event.number(), atNanos);
    }

    void put(int events) {
        put.add(events);
    }

    long put() {
        return put.sum();
    }

    /** The effect of the event is committed. */
    void handled(Event event) {
        handled.increment();
        Long due = dueNanos.remove(event.number());
        if (due != null) {
            record(System.nanoTime() - due);
        }
    }

    long handled() {
        return handled.sum();
    }

    long waiting() {
        return put() - handled();
    }

    void measure() {
        measuring = true;
    }

    void record(long time) {
        if (measuring) {
            keep(time);
        }
    }

    private synchronized void keep(long time) {
        if (recorded == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * recorded);
        }
        nanos[recorded++] = time;
    }

    /** Returns a percentile of the recorded times in ms, or NaN if there are none. */
    synchronized double millis(double share) {
        if (recorded == 0) {
            return Double.NaN;
        }
        long[] sorted = Arrays.copyOf(nanos, recorded);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(recorded - 1L, (long) (share * recorded))] / NANOS_PER_MILLI;
    }
}
