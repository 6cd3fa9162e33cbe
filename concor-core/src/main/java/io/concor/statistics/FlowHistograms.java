package io.concor.statistics;

import java.util.List;

/**
 * The distributions of the sampled times of a flow in the last ten seconds. Lists contain an element for each component,
 * in their order.
 *
 * @param latency from entry to end
 * @param service duration of each component's task; of a transition task, until its continuation was called
 * @param waiting how long events waited in each component's slot
 */
public record FlowHistograms(
        DurationHistogram latency, List<DurationHistogram> service, List<DurationHistogram> waiting) {

    /** Copies the lists. */
    public FlowHistograms {
        service = List.copyOf(service);
        waiting = List.copyOf(waiting);
    }
}
