package io.concor.queue;

/**
 * Which queue, and what its slot promises.
 *
 * @param flow name of the flow
 * @param slot name of the slot
 * @param order which events keep their order
 * @param capacity how many events may wait before puts are delayed, at least 1
 */
public record QueueDefinition(String flow, String slot, Order order, int capacity) {

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
