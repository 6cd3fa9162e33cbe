package io.concor.queues.client.waiting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Those who wait at one queue, in the order in which they came. Guarded by itself. */
final class WaitingBoard {

    private final Map<String, Set<WaitingRequest>> clients = new LinkedHashMap<>();
    private final Set<WaitingRequest> all = new LinkedHashSet<>();
    /** It was empty and has been taken away: another one is made instead. */
    private boolean closed;

    /** Returns whether it was added; if not, the board is closed. */
    synchronized boolean add(WaitingRequest waiting) {
        if (closed) {
            return false;
        }
        all.add(waiting);
        clients.computeIfAbsent(waiting.interest().client(), client -> new LinkedHashSet<>())
                .add(waiting);
        return true;
    }

    synchronized void remove(WaitingRequest waiting) {
        if (all.remove(waiting)) {
            removeFromClient(waiting);
        }
    }

    private void removeFromClient(WaitingRequest waiting) {
        Set<WaitingRequest> own = clients.get(waiting.interest().client());
        if (own != null && own.remove(waiting) && own.isEmpty()) {
            clients.remove(waiting.interest().client());
        }
    }

    /** Closes the board if it is empty, and returns whether it is. */
    synchronized boolean closeIfEmpty() {
        closed = all.isEmpty();
        return closed;
    }

    /**
     * Wakes and removes the one that has waited longest among those that take a message.
     *
     * @param to the receiver, or null for any
     * @return who was woken, or null
     */
    synchronized @Nullable WaitingRequest wakeOne(@Nullable String to, String from) {
        Collection<WaitingRequest> candidates = to == null ? all : clients.getOrDefault(to, Set.of());
        for (Iterator<WaitingRequest> each = candidates.iterator(); each.hasNext(); ) {
            WaitingRequest next = each.next();
            if (next.takes(from)) {
                each.remove();
                forget(next, candidates);
                if (next.wake()) {
                    return next;
                }
                return wakeOne(to, from); // it left at the same time
            }
        }
        return null;
    }

    private void forget(WaitingRequest removed, Collection<WaitingRequest> from) {
        if (from == all) {
            removeFromClient(removed);
        } else {
            all.remove(removed);
            if (from.isEmpty()) {
                clients.remove(removed.interest().client());
            }
        }
    }

    /** Wakes and removes those who have waited longest, of a client or in all. */
    synchronized List<WaitingRequest> wake(@Nullable String client, int most) {
        Set<WaitingRequest> candidates = client == null ? all : clients.getOrDefault(client, Set.of());
        List<WaitingRequest> woken = new ArrayList<>(Math.min(most, candidates.size()));
        candidates.stream().limit(most).forEach(woken::add);
        woken.forEach(this::remove);
        woken.removeIf(waiting -> !waiting.wake());
        return woken;
    }

    synchronized List<WaitingRequest> all() {
        return List.copyOf(all);
    }

    synchronized Set<String> clients() {
        return Set.copyOf(clients.keySet());
    }
}
