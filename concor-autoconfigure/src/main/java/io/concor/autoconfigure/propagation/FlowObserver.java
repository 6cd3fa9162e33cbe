package io.concor.autoconfigure.propagation;

import io.concor.Component;
import io.concor.layout.Topology;
import io.concor.statistics.EventObserver;
import io.concor.statistics.EventObserver.EventObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates the observations of the sampled events of a flow. Thread-safe. */
final class FlowObserver implements EventObserver {

    /** By the ordinal numbers of what they are for. */
    private static final List<EventObservationConvention> CONVENTIONS = Stream.of(
                    EventObservationDocumentation.values())
            .<EventObservationConvention>map(DefaultEventObservationConvention::new)
            .toList();

    private final ObservationRegistry registry;
    private final ObservationScopeStack scopes = new ObservationScopeStack();
    private final String flow;
    private final List<Component> components;

    FlowObserver(ObservationRegistry registry, Topology flow) {
        this.registry = registry;
        this.flow = flow.flow();
        this.components = flow.components();
    }

    /** Starts the observation of an event. Its parent is the current observation of the calling thread. */
    @Override
    public @Nullable EventObservation enter() {
        if (registry.isNoop()) {
            return null;
        }
        EventObservationContext context = new EventObservationContext(EventObservationDocumentation.EVENT, flow, null);
        Observation event = create(context);
        return event.isNoop() ? null : new ObservedEvent(this, event.start(), context);
    }

    @Override
    public @Nullable BatchObservation batchStarted(int component, int size, List<EventObservation> events) {
        return ObservedBatch.start(this, component, size, events);
    }

    /** Starts an observation below another one. */
    Observation start(EventObservationContext context, Observation parent) {
        return create(context).parentObservation(parent).start();
    }

    private Observation create(EventObservationContext context) {
        EventObservationDocumentation part = context.getPart();
        return part.observation(null, CONVENTIONS.get(part.ordinal()), () -> context, registry);
    }

    BatchObservationContext batchContext(int component, int size, List<Observation> tasks) {
        return new BatchObservationContext(flow, components.get(component), size, tasks);
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
