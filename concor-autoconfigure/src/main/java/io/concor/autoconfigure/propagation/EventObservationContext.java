package io.concor.autoconfigure.propagation;

import io.concor.Component;
import io.concor.statistics.EventOutcome;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * The context of an observation of an event, of a task that runs for it, or of its wait in a slot. Used by the thread
 * that has the event only.
 */
public sealed class EventObservationContext extends Observation.Context permits BatchObservationContext {

    private final EventObservationDocumentation part;
    private final String flow;
    private final @Nullable Component component;
    private @Nullable EventOutcome outcome;

    EventObservationContext(EventObservationDocumentation part, String flow, @Nullable Component component) {
        this.part = part;
        this.flow = flow;
        this.component = component;
    }

    /** Returns what is observed. */
    public EventObservationDocumentation getPart() {
        return part;
    }

    /** Returns the name of the flow. */
    public String getFlow() {
        return flow;
    }

    /** Returns the name of the component and its slot, or null if the whole event is observed. */
    public @Nullable String getComponent() {
        return component == null ? null : component.name();
    }

    /** Returns the kind of the component's task, or null if the whole event is observed. */
    public @Nullable String getKind() {
        return component == null ? null : component.kind().toString();
    }

    /** Returns how the event or the task ended, or null before its end. */
    public @Nullable EventOutcome getOutcome() {
        return outcome;
    }

    void setOutcome(EventOutcome outcome) {
        this.outcome = outcome;
    }
}
