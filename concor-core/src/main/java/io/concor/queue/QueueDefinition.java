package io.concor.queue;

import java.lang.reflect.Type;
import java.util.List;

/**
 * Which queue, and what its slot promises.
 *
 * @param flow name of the flow
 * @param slot name of the slot
 * @param order which events keep their order
 * @param capacity how many events may wait before puts are delayed, at least 1
 * @param messageTypes which types the messages have, as far as components declare it: what the component of the slot takes,
 *     then what the one before it returns
 */
public record QueueDefinition(String flow, String slot, Order order, int capacity, List<Type> messageTypes) {

    public QueueDefinition {
        messageTypes = List.copyOf(messageTypes);
    }

    /** Defines a queue whose components declare no types of messages. */
    public QueueDefinition(String flow, String slot, Order order, int capacity) {
        this(flow, slot, order, capacity, List.of());
    }

    /** Which events keep their order, and are handled one at a time, over all processes. */
    public enum Order {
        /** None. */
        ANY,
        /** Those of each key. */
        KEY,
        /** All. */
        ONE
    }

    /** Returns the name of the queue, such as {@code orders.billing}. */
    public String name() {
        return flow + "." + slot;
    }
}
