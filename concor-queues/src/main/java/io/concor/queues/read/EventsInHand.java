package io.concor.queues.read;

import io.concor.queues.event.ClaimedEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events of a queue that were read and have not ended, and which of those wait for room. For the reader's thread. */
final class EventsInHand {

    private final Map<Long, ClaimedEvent> known = new HashMap<>();
    private final Deque<ClaimedEvent> ready = new ArrayDeque<>();

    void add(ClaimedEvent event) {
        known.put(event.rowId(), event);
    }

    /** Returns false if it is not in hand, or if another copy of it is. */
    boolean remove(ClaimedEvent event) {
        return known.remove(event.rowId(), event);
    }

    boolean has(ClaimedEvent event) {
        return known.get(event.rowId()) == event;
    }

    boolean hasRow(long id) {
        return known.containsKey(id);
    }

    /** Returns how many were handed out. */
    int inWork() {
        return known.size() - ready.size();
    }

    boolean isEmpty() {
        return known.isEmpty();
    }

    Collection<ClaimedEvent> all() {
        return known.values();
    }

    List<ClaimedEvent> ofLane(int lane) {
        return known.values().stream()
                .filter(event -> event.lane().lane() == lane)
                .toList();
    }

    /** Attempts of events were counted: they may be handed out. */
    void ready(List<ClaimedEvent> events) {
        ready.addAll(events);
    }

    /** Returns the event to be handed out next, or null. */
    @Nullable
    ClaimedEvent nextReady() {
        return ready.peek();
    }

    boolean hasReady() {
        return !ready.isEmpty();
    }

    void notReady(ClaimedEvent event) {
        ready.remove(event);
    }

    List<ClaimedEvent> allReady() {
        return List.copyOf(ready);
    }
}
