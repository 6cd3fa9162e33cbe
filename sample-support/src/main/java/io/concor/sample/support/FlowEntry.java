package io.concor.sample.support;

/**
 * The entry of a flow, with Concor or without. Thread-safe.
 *
 * @param <I> the type of the events
 */
@FunctionalInterface
public interface FlowEntry<I> {

    /**
     * Lets an event in, or refuses it at once: if the flow is full or stops, or if a change of the layout holds
     * admission for a moment.
     *
     * @param event the event
     * @return whether the event was let in
     */
    boolean tryEnter(I event);
}
