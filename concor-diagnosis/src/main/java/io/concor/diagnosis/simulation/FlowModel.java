package io.concor.diagnosis.simulation;

import io.concor.JoinSettings;
import io.concor.layout.Stages;
import io.concor.statistics.DurationHistogram;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A flow as the simulation sees it.
 *
 * @param components in their order
 * @param slots the settings of each component's slot; empty for an empty slot
 * @param maxInFlight largest number of events inside
 * @param processors number of processors that the flow may use, less than a whole one or a fraction if it shares them
 * @param clientThreads number of threads that call continuations and run what follows up to the next filled slot; empty if
 *     unknown, then as many as wanted
 * @param resources what events occupy during a component, and what has fewer permits than threads want
 */
public record FlowModel(
        List<ComponentModel> components,
        List<Optional<JoinSettings>> slots,
        int maxInFlight,
        double processors,
        OptionalInt clientThreads,
        List<ResourceModel> resources) {

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if there is not one slot for each component
     */
    public FlowModel {
        if (slots.size() != components.size()) {
            throw new IllegalArgumentException(
                    Sentence.of("%d components, but %d slots", components.size(), slots.size()));
        }
        components = List.copyOf(components);
        slots = List.copyOf(slots);
        resources = List.copyOf(resources);
    }

    /** Returns the model with another layout. */
    public FlowModel withSlots(List<Optional<JoinSettings>> changed) {
        return new FlowModel(components, changed, maxInFlight, processors, clientThreads, resources);
    }

    /** Returns which threads run each component. */
    public Stages stages() {
        return Stages.of(
                slots.stream().map(slot -> slot.orElse(null)).toList(),
                i -> components.get(i).transition());
    }

    /**
     * A component.
     *
     * @param transition whether the event leaves the thread for the service time
     * @param service how long its task takes; of a transition task, until its continuation is called
     * @param cpuShare the share of the service time in which it needs a processor, 0 to 1; of a transition task 0
     */
    public record ComponentModel(String name, boolean transition, DurationHistogram service, double cpuShare) {}

    /**
     * A resource with a limited number of permits, such as a connection pool (several) or a lock (one). An event takes a
     * permit before the task of a component and holds it until a share of the service time of the same or a later one has
     * passed. Resources with the same name are one, with the permits of the first.
     *
     * @param name such as {@code connection-pool}
     * @param first the index of the component before which an event takes a permit
     * @param last the index of the component in which it gives it back
     * @param share the share of the service time of the last one after which it does so, 0 to 1
     */
    public record ResourceModel(String name, int permits, int first, int last, double share) {}
}
