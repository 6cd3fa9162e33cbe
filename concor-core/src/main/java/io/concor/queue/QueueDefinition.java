package io.concor.queue;

import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which queue, and what its slot promises.
 *
 * @param flow name of the flow
 * @param slot name of the slot
 * @param order which events keep their order
 * @param capacity how many events may wait before puts are delayed, at least 1
 * @param messageTypes which types the messages have, as far as components declare it: what the component of the slot takes,
 *     then what the one before it returns
 * @param attempts after how many attempts, of which processes may have ended some, an event is not tried again; null if only its
 *     failures decide
 */
public record QueueDefinition(
        String flow,
        String slot,
        Order order,
        int capacity,
        List<Type> messageTypes,
        @Nullable Integer attempts) {

    public QueueDefinition {
        messageTypes = List.copyOf(messageTypes);
    }

    /** Defines a queue whose components declare no types of messages. */
    public QueueDefinition(String flow, String slot, Order order, int capacity) {
        this(flow, slot, order, capacity, List.of());
    }

    /** Defines a queue whose events are tried as often as their failures allow. */
    public QueueDefinition(String flow, String slot, Order order, int capacity, List<Type> messageTypes) {
        this(flow, slot, order, capacity, messageTypes, null);
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
