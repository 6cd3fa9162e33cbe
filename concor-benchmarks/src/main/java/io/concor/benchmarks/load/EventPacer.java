package io.concor.benchmarks.load;

import io.concor.benchmarks.workload.Event;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Sends events at a fixed rate, regardless of the progress of earlier ones. If an event cannot be sent in time, it and
 * the following events are late (no coordinated omission). Creates an object for each event, as most applications do.
 */
final class EventPacer {

    private static final long NANOS = 1_000_000_000;
    private static final long WAKE_UP_NANOS = 100_000;
    private static final long LONGEST_NANOS = 600 * NANOS;
    private static final double MICRO = 1_000;

    private final Consumer<Event> target;
    private final boolean spinning;
    private final Histogram lateness = new Histogram(LONGEST_NANOS, 3);
    private long sent;

    /**
     * Creates a pacer.
     *
     * @param target receives the events
     * @param spinning whether to spin shortly before an event is due: precise, but occupies a core; otherwise the
     *     thread parks
     */
    EventPacer(Consumer<Event> target, boolean spinning) {
        this.target = target;
        this.spinning = spinning;
    }

    long sent() {
        return sent;
    }

    void send(long count, long rate, long start) {
        for (long i = 0; i < count; i++) {
            sendAt(start + i * NANOS / rate);
        }
    }

    /** Sends the events that are due before this time, unless the pipeline takes them too late. */
    void sendUntil(long end, long rate, long start) {
        for (long i = 0, due = start; due < end && System.nanoTime() < end; due = start + ++i * NANOS / rate) {
            sendAt(due);
        }
    }

    private void sendAt(long due) {
        lateness.recordValue(Math.min(LONGEST_NANOS, awaitTime(due)));
        send(due);
    }

    void sendAtOnce(long count) {
        for (long i = 0; i < count; i++) {
            send(0);
        }
    }

    private void send(long due) {
        Event event = new Event();
        event.due = due;
        sent++;
        target.accept(event);
    }

    /** Waits until an event is due, and returns how late it is, in nanoseconds. */
    private long awaitTime(long due) {
        long left = due - System.nanoTime();
        while (left > 0) {
            if (!spinning) {
                LockSupport.parkNanos(left);
            } else if (left > 2 * WAKE_UP_NANOS) {
                LockSupport.parkNanos(left - WAKE_UP_NANOS);
            } else {
                Thread.onSpinWait();
            }
            left = due - System.nanoTime();
        }
        return -left;
    }

    /**
     * Returns percentiles of the time from when events were due until the pacer began to send them. It contains the
     * waiting for a pipeline that took the events before.
     */
    Map<String, Double> lateMicros() {
        return Map.of(
                "lateP50Micros", lateness.getValueAtPercentile(50) / MICRO,
                "lateP99Micros", lateness.getValueAtPercentile(99) / MICRO,
                "lateMaxMicros", lateness.getMaxValue() / MICRO);
    }
}
