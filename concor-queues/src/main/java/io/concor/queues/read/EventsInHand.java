package io.concor.queues.read;

import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EventDelivery;
import io.concor.queues.event.LocalQueue;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    /** Returns the ids of their rows. */
    Set<Long> rows() {
        return Set.copyOf(known.keySet());
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

    boolean hasReady() {
        return !ready.isEmpty();
    }

    void notReady(ClaimedEvent event) {
        ready.remove(event);
    }

    List<ClaimedEvent> allReady() {
        return List.copyOf(ready);
    }

    /** Hands out those that may be. Returns false if the receiver of the queue has no more room. */
    boolean offerReady(LocalQueue queue) {
        boolean room = true;
        while (room && !ready.isEmpty()) {
            ClaimedEvent next = ready.element();
            room = queue.delivery().offer(next) == EventDelivery.Offer.TAKEN;
            if (room) {
                ready.remove(next);
            }
        }
        return room;
    }
}
