package io.concor.benchmarks.load;

import io.concor.benchmarks.workload.Event;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Sends events at a fixed rate, regardless of the progress of earlier ones. If an event cannot be sent in time, it and
 * the following events are late (no coordinated omission).
 */
final class EventPacer {

    /** More than any variant holds, so that an event is never in flight twice. */
    private static final int EVENTS = 1 << 14;

    private static final long NANOS = 1_000_000_000;
    private static final long WAKE_UP_NANOS = 100_000;

    private final Event[] events = Stream.generate(Event::new).limit(EVENTS).toArray(Event[]::new);
    private final Consumer<Event> target;
    private final boolean spinning;
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
            long due = start + i * NANOS / rate;
            awaitTime(due);
            send(due);
        }
    }

    void sendAtOnce(long count) {
        for (long i = 0; i < count; i++) {
            send(0);
        }
    }

    private void send(long due) {
        Event event = events[(int) sent & EVENTS - 1];
        event.due = due;
        sent++;
        target.accept(event);
    }

    private void awaitTime(long due) {
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
    }
}
