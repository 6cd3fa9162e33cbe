package io.concor.queues.client.waiting;

import io.concor.queues.client.MessageArrivals.Interest;
import io.concor.queues.client.MessageArrivals.Wake;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait at one queue, by the sender for whose messages they wait and by client, so that none is looked at who does not
 * take a message. Clients take turns. Of those of one client the newest is woken: an older one may be of a connection that is dead,
 * and the client has asked again since. Guarded by itself.
 */
final class WaitingBoard {

    /** Those who wait for messages of any sender. No client has this name. */
    private static final String ANY = "";

    /** By sender, and by client in the order of their turns. */
    private final Map<String, Map<String, ClientWaits>> senders = new HashMap<>();

    private long numbers;
    /** It was empty and has been taken away: another one is made instead. */
    private boolean closed;

    /** Those of one client who wait for one sender, or any, by the order in which they came. */
    private static final class ClientWaits {

        private final TreeMap<Long, WaitingRequest> waits = new TreeMap<>();
        private long turn;

        ClientWaits(long turn) {
            this.turn = turn;
        }

        WaitingRequest newest() {
            return waits.lastEntry().getValue();
        }
    }

    private static String sender(WaitingRequest waiting) {
        return Objects.requireNonNullElse(waiting.interest().from(), ANY);
    }

    /** Returns whether it was added; if not, the board is closed. */
    synchronized boolean add(WaitingRequest waiting) {
        if (closed) {
            return false;
        }
        waiting.place(++numbers);
        senders.computeIfAbsent(sender(waiting), sender -> new LinkedHashMap<>())
                .computeIfAbsent(waiting.interest().client(), client -> new ClientWaits(numbers))
                .waits
                .put(waiting.place(), waiting);
        return true;
    }

    synchronized void remove(WaitingRequest waiting) {
        Map<String, ClientWaits> clients = senders.getOrDefault(sender(waiting), Map.of());
        ClientWaits own = clients.get(waiting.interest().client());
        if (own != null && own.waits.remove(waiting.place(), waiting) && own.waits.isEmpty()) {
            clients.remove(waiting.interest().client());
            if (clients.isEmpty()) {
                senders.remove(sender(waiting));
            }
        }
    }

    /** Closes the board if it is empty, and returns whether it is. */
    synchronized boolean closeIfEmpty() {
        closed = senders.isEmpty();
        return closed;
    }

    /** Wakes and removes one that takes a message. Returns who was woken, or null. */
    synchronized @Nullable WaitingRequest wakeOne(Arrival arrival) {
        for (WaitingRequest next = next(arrival); next != null; next = next(arrival)) {
            remove(next);
            if (next.wake(arrival)) { // otherwise it left at the same time
                return next;
            }
        }
        return null;
    }

    private @Nullable WaitingRequest next(Arrival arrival) {
        ClientWaits any = waits(ANY, arrival);
        ClientWaits ofSender = waits(arrival.from(), arrival);
        ClientWaits first = any == null || (ofSender != null && isBefore(ofSender, any)) ? ofSender : any;
        if (first == null) {
            return null;
        }
        WaitingRequest newest = first.newest();
        if (arrival.to() == null) {
            endTurn(newest);
        }
        return newest;
    }

    /** Returns those of the receiver, or of the client whose turn it is. */
    private @Nullable ClientWaits waits(String sender, Arrival arrival) {
        Map<String, ClientWaits> clients = senders.getOrDefault(sender, Map.of());
        String to = arrival.to();
        if (to != null) {
            return to.equals(arrival.from()) ? null : clients.get(to);
        }
        for (Map.Entry<String, ClientWaits> client : clients.entrySet()) {
            if (!client.getKey().equals(arrival.from())) {
                return client.getValue();
            }
        }
        return null;
    }

    private static boolean isBefore(ClientWaits one, ClientWaits other) {
        WaitingRequest newest = one.newest();
        boolean ofOneClient =
                newest.interest().client().equals(other.newest().interest().client());
        return ofOneClient ? newest.place() > other.newest().place() : one.turn < other.turn;
    }

    /** The other waits of the same client come behind those of all others. */
    private void endTurn(WaitingRequest waiting) {
        String client = waiting.interest().client();
        Map<String, ClientWaits> clients = Objects.requireNonNull(senders.get(sender(waiting)));
        ClientWaits own = Objects.requireNonNull(clients.remove(client));
        own.turn = ++numbers;
        clients.put(client, own);
    }

    /** Wakes and removes all, for their queue is gone. */
    List<WaitingRequest> wakeAll(long beforeNanos) {
        return wakeAll(waiting -> true, Wake.QUEUE_DELETED, beforeNanos);
    }

    /** Wakes and removes those of a client that is gone. */
    List<WaitingRequest> wakeAll(String client, long beforeNanos) {
        return wakeAll(waiting -> client.equals(waiting.interest().client()), Wake.CLIENT_LEFT, beforeNanos);
    }

    private synchronized List<WaitingRequest> wakeAll(Predicate<WaitingRequest> which, Wake gone, long beforeNanos) {
        List<WaitingRequest> some = all().stream().filter(which).toList();
        some.forEach(this::remove);
        return some.stream().filter(waiting -> waiting.wake(gone, beforeNanos)).toList();
    }

    synchronized List<WaitingRequest> all() {
        return senders.values().stream()
                .flatMap(clients -> clients.values().stream())
                .flatMap(client -> client.waits.values().stream())
                .toList();
    }

    synchronized Set<Interest> interests() {
        Set<Interest> interests = new HashSet<>();
        senders.values().forEach(clients -> clients.values()
                .forEach(client -> interests.add(client.newest().interest())));
        return interests;
    }

    /** Returns how many clients wait. */
    synchronized int clients() {
        Set<String> names = new HashSet<>();
        senders.values().forEach(clients -> names.addAll(clients.keySet()));
        return names.size();
    }
}
