package io.concor.kafka.outbox;

import io.concor.queue.StoredEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The events that an outbox has handed out to this process and that wait to be handed on, in their order. Thread-safe. */
final class HandedOut {

    private static final int MOST_EVENTS = 2_000;
    private static final long MOST_BYTES = 8L << 20;

    private final Deque<OutboxEvent> events = new ArrayDeque<>(); // guarded by this
    private long bytes; // guarded by this

    /** Adds an event. Returns false if there is no room. One that is larger than all may be has room alone. */
    synchronized boolean add(StoredEvent event) {
        if (events.size() >= MOST_EVENTS || bytes >= MOST_BYTES) {
            return false;
        }
        OutboxEvent added = OutboxEvent.of(event);
        events.add(added);
        bytes += added.bytes();
        return true;
    }

    /**
     * Takes the first events, at least one if there is one.
     *
     * @param mostBytes of their messages, but the first one counts as fitting
     */
    synchronized List<OutboxEvent> take(int most, long mostBytes) {
        List<OutboxEvent> taken = new ArrayList<>();
        long left = mostBytes;
        while (taken.size() < most && !events.isEmpty()) {
            left -= events.element().bytes();
            if (left < 0 && !taken.isEmpty()) {
                break;
            }
            taken.add(events.remove());
        }
        taken.forEach(event -> bytes -= event.bytes());
        return taken;
    }

    synchronized boolean isEmpty() {
        return events.isEmpty();
    }
}
