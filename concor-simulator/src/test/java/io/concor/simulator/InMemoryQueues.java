package io.concor.simulator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The queues of one or several {@link InMemoryQueueServer}s, correct unless a fault is set. Thread-safe. */
final class InMemoryQueues {

    private final Map<String, List<QueuedMessage>> queues = new TreeMap<>();
    private final Set<String> clients = new HashSet<>();
    private final Set<String> ids = new HashSet<>();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private int receipts;
    private BiFunction<Integer, QueuedMessage, @Nullable QueuedMessage> storedAs = (number, message) -> message;
    private UnaryOperator<QueuedMessage> deliveredAs = message -> message;
    private int keptEach = Integer.MAX_VALUE;
    private boolean remembersIds = true;
    private boolean leases = true;
    private boolean ends = true;

    /** Stores something else, or nothing, for a message: by its number from 1, and the message. */
    synchronized InMemoryQueues storing(BiFunction<Integer, QueuedMessage, @Nullable QueuedMessage> fault) {
        storedAs = fault;
        return this;
    }

    synchronized InMemoryQueues delivering(UnaryOperator<QueuedMessage> fault) {
        deliveredAs = fault;
        return this;
    }

    /** Does not delete each {@code n}-th message that is received. */
    synchronized InMemoryQueues keepingEach(int n) {
        keptEach = n;
        return this;
    }

    synchronized InMemoryQueues forgettingIds() {
        remembersIds = false;
        return this;
    }

    synchronized InMemoryQueues leasingForNoTime() {
        leases = false;
        return this;
    }

    /** Confirms the end of messages, and keeps them. */
    synchronized InMemoryQueues endingNothing() {
        ends = false;
        return this;
    }

    synchronized boolean register(String client) {
        return clients.add(client);
    }

    synchronized int clients() {
        return clients.size();
    }

    synchronized boolean create(String queue) {
        return queues.putIfAbsent(queue, new ArrayList<>()) == null;
    }

    synchronized boolean exists(String queue) {
        return queues.containsKey(queue);
    }

    /** Returns whether the receiver is known. */
    synchronized boolean send(String queue, QueuedMessage message) {
        if (!clients.contains(message.to)) {
            return false;
        }
        boolean isNew = ids.add(queue + "/" + message.from + "/" + message.id);
        if (isNew || !remembersIds) {
            QueuedMessage stored = storedAs.apply(sent.incrementAndGet(), message);
            if (stored != null) {
                queue(queue).add(stored);
            }
        }
        return true;
    }

    synchronized List<String> waiting(String client) {
        return queues.entrySet().stream()
                .filter(queue -> queue.getValue().stream().anyMatch(message -> isFor(client, message)))
                .map(Map.Entry::getKey)
                .toList();
    }

    synchronized @Nullable QueuedMessage receive(String queue, String client) {
        QueuedMessage found = find(queue, client);
        if (found == null) {
            return null;
        }
        if (taken.incrementAndGet() % keptEach != 0) {
            queue(queue).remove(found);
        }
        return deliveredAs.apply(found);
    }

    /** Returns the message; its receipt is {@link #lastReceipt}. */
    synchronized @Nullable QueuedMessage lease(String queue, String client, Duration lease) {
        QueuedMessage found = find(queue, client);
        if (found != null) {
            receipts++;
            found.lease(lastReceipt(), leases ? lease : Duration.ZERO);
        }
        return found == null ? null : deliveredAs.apply(found);
    }

    synchronized String lastReceipt() {
        return "receipt " + receipts + "/+&";
    }

    synchronized boolean end(String queue, String id, String receipt) {
        if (!leases || !ends) {
            return true;
        }
        return queue(queue).removeIf(message -> message.id.equals(id) && message.isLeasedBy(receipt));
    }

    /** Returns the number of messages. */
    synchronized int size() {
        return queues.values().stream().mapToInt(List::size).sum();
    }

    /** Returns the number of messages that were sent, without repetitions. */
    int sent() {
        return sent.get();
    }

    private @Nullable QueuedMessage find(String queue, String client) {
        return queue(queue).stream()
                .filter(message -> isFor(client, message))
                .findFirst()
                .orElse(null);
    }

    private static boolean isFor(String client, QueuedMessage message) {
        return message.to.equals(client) && !message.isLeased();
    }

    private List<QueuedMessage> queue(String queue) {
        return queues.getOrDefault(queue, List.of());
    }
}
