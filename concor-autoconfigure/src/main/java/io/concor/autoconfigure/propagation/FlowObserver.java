package io.concor.autoconfigure.propagation;

import io.concor.autoconfigure.propagation.EventObservationContext.ObservedComponent;
import io.concor.layout.Topology;
import io.concor.statistics.EventObservation;
import io.concor.statistics.EventObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the observations of a flow's sampled events. Thread-safe. */
final class FlowObserver implements EventObserver {

    private static final EventObservationConvention EVENT = convention(EventObservationDocumentation.EVENT);
    private static final EventObservationConvention TASK = convention(EventObservationDocumentation.TASK);
    private static final EventObservationConvention WAIT = convention(EventObservationDocumentation.WAIT);

    private final ObservationRegistry registry;
    private final ObservationScopeStack scopes = new ObservationScopeStack();
    private final String flow;
    private final List<ObservedComponent> components;

    FlowObserver(ObservationRegistry registry, Topology flow) {
        this.registry = registry;
        this.flow = flow.flow();
        this.components = flow.components().stream()
                .map(component ->
                        new ObservedComponent(component.name(), component.kind().toString()))
                .toList();
    }

    private static EventObservationConvention convention(EventObservationDocumentation part) {
        return new DefaultEventObservationConvention(part);
    }

    /** Its parent is what the calling thread is observed by. */
    @Override
    public @Nullable EventObservation enter() {
        if (registry.isNoop()) {
            return null;
        }
        EventObservationContext context = new EventObservationContext(EventObservationDocumentation.EVENT, flow, null);
        Observation event = EventObservationDocumentation.EVENT.observation(null, EVENT, () -> context, registry);
        return event.isNoop() ? null : new ObservedEvent(this, event.start(), context);
    }

    /** An observation of a task that is about to be run, with a context of its own. */
    Observation task(Observation event, EventObservationContext context) {
        return EventObservationDocumentation.TASK
                .observation(null, TASK, () -> context, registry)
                .parentObservation(event)
                .start();
    }

    /** An observation of the waiting that is about to begin. */
    Observation waiting(Observation event, int slot) {
        return EventObservationDocumentation.WAIT
                .observation(null, WAIT, () -> context(EventObservationDocumentation.WAIT, slot), registry)
                .parentObservation(event)
                .start();
    }

    EventObservationContext context(EventObservationDocumentation part, int component) {
        return new EventObservationContext(part, flow, components.get(component));
    }

    ObservationRegistry registry() {
        return registry;
    }

    ObservationScopeStack scopes() {
        return scopes;
    }
}
