package io.concor.autoconfigure.propagation;

import io.concor.statistics.EventOutcome;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an observation of an event, of a task that is run for it, or of its waiting in a slot. Belongs to
 * the thread that has the event.
 */
public final class EventObservationContext extends Observation.Context {

    private final EventObservationDocumentation part;
    private final String flow;
    private final @Nullable ObservedComponent component;
    private @Nullable EventOutcome outcome;

    /** A component of a flow: its name, and the word for its kind. */
    record ObservedComponent(String name, String kind) {}

    EventObservationContext(EventObservationDocumentation part, String flow, @Nullable ObservedComponent component) {
        this.part = part;
        this.flow = flow;
        this.component = component;
    }

    /** What is observed. */
    public EventObservationDocumentation getPart() {
        return part;
    }

    /** The flow's name. */
    public String getFlow() {
        return flow;
    }

    /** The name of the component, which is its slot's as well, or null where the whole event is observed. */
    public @Nullable String getComponent() {
        return component == null ? null : component.name();
    }

    /** The word for the kind of the component's task, or null where the whole event is observed. */
    public @Nullable String getKind() {
        return component == null ? null : component.kind();
    }

    /** How the event, or the task, has ended; null while it has not. */
    public @Nullable EventOutcome getOutcome() {
        return outcome;
    }

    void setOutcome(EventOutcome outcome) {
        this.outcome = outcome;
    }
}
