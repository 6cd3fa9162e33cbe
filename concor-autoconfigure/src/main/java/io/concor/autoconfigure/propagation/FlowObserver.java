package io.concor.autoconfigure.propagation;

import io.concor.autoconfigure.propagation.EventObservationContext.ObservedComponent;
import io.concor.layout.Topology;
import io.concor.statistics.EventObserver;
import io.concor.statistics.EventObserver.EventObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the observations of the sampled events of a flow. Thread-safe. */
final class FlowObserver implements EventObserver {

    private static final EventObservationConvention EVENT = convention(EventObservationDocumentation.EVENT);
    private static final EventObservationConvention TASK = convention(EventObservationDocumentation.TASK);
    private static final EventObservationConvention WAIT = convention(EventObservationDocumentation.WAIT);
    private static final EventObservationConvention BATCH = convention(EventObservationDocumentation.BATCH);

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

    /** Starts the observation of an event. Its parent is the current observation of the calling thread. */
    @Override
    public @Nullable EventObservation enter() {
        if (registry.isNoop()) {
            return null;
        }
        EventObservationContext context = new EventObservationContext(EventObservationDocumentation.EVENT, flow, null);
        Observation event = EventObservationDocumentation.EVENT.observation(null, EVENT, () -> context, registry);
        return event.isNoop() ? null : new ObservedEvent(this, event.start(), context);
    }

    @Override
    public @Nullable BatchObservation batchStarted(int component, int size, List<EventObservation> events) {
        List<ObservedEvent> observed = events.stream()
                .filter(ObservedEvent.class::isInstance)
                .map(ObservedEvent.class::cast)
                .toList();
        return ObservedBatch.start(this, component, size, observed);
    }

    BatchObservationContext batchContext(int component, int size, List<Observation> tasks) {
        return new BatchObservationContext(flow, components.get(component), size, tasks);
    }

    /** Starts the observation of a batch. */
    Observation batch(Observation firstTask, BatchObservationContext context) {
        return EventObservationDocumentation.BATCH
                .observation(null, BATCH, () -> context, registry)
                .parentObservation(firstTask)
                .start();
    }

    /** Starts the observation of a task. */
    Observation task(Observation event, EventObservationContext context) {
        return EventObservationDocumentation.TASK
                .observation(null, TASK, () -> context, registry)
                .parentObservation(event)
                .start();
    }

    /** Starts the observation of a wait. */
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
