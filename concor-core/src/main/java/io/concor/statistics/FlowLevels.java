package io.concor.statistics;

import java.util.List;

/**
 * Where the events of a flow are at one time. Cheaper than a {@link FlowReading}, for a reader that looks several times a
 * second.
 *
 * @param builtNanos when the flow was built, by {@link System#nanoTime}; tells it from a later flow of the same name
 * @param nanos when it was read, by {@link System#nanoTime}
 * @param arrived number of events admitted or refused since the flow was built
 * @param inFlight number of events inside
 * @param fromStores how many of them came from a store: they are inside besides those that were admitted
 * @param waitingCallers number of threads that wait for admission
 * @param components an element for each component, in their order
 */
public record FlowLevels(
        long builtNanos,
        long nanos,
        long arrived,
        long inFlight,
        long fromStores,
        int waitingCallers,
        List<ComponentLevels> components) {

    /** Copies the list. */
    public FlowLevels {
        components = List.copyOf(components);
    }

    /**
     * Where the events at a component are.
     *
     * @param running number of threads of joins that are in its task
     * @param runningOutside number of other threads that are in its task: of callers, or of clients that call continuations
     * @param pending number of events for which its transition task has returned and no continuation was called, or that wait
     *     to be tried again
     * @param queue number of events that wait in its slot
     * @param storing number of events that the store of its slot is about to take
     */
    public record ComponentLevels(int running, int runningOutside, int pending, long queue, long storing) {}
}
