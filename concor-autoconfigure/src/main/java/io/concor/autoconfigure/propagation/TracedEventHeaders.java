package io.concor.autoconfigure.propagation;

import io.concor.queue.EventHeaders;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredEvent;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores the trace in which an event is put, as the W3C's headers, and observes its handling with a link to it. Other headers of
 * the propagator, such as baggage, are not stored. Thread-safe.
 */
final class TracedEventHeaders implements EventHeaders {

    private static final ObservationConvention<QueueObservationContext> CONVENTION =
            new DefaultQueueObservationConvention();
    private static final Set<String> STORED = Set.of(TraceParent.HEADER, "tracestate");

    private final EventHeaders others;
    private final ObservationRegistry registry;
    private final Tracer tracer;
    private final Propagator propagator;

    TracedEventHeaders(EventHeaders others, ObservationRegistry registry, Tracer tracer, Propagator propagator) {
        this.others = others;
        this.registry = registry;
        this.tracer = tracer;
        this.propagator = propagator;
    }

    @Override
    public Map<String, String> capture() {
        Map<String, String> captured = others.capture();
        Span span = tracer.currentSpan();
        return span == null ? captured : withTrace(captured, span);
    }

    private Map<String, String> withTrace(Map<String, String> captured, Span span) {
        Map<String, String> headers = new HashMap<>(captured);
        headers.put(TraceParent.HEADER, TraceParent.of(span.context())); // also if the propagator has another format
        propagator.inject(span.context(), headers, TracedEventHeaders::store);
        return headers;
    }

    private static void store(@Nullable Map<String, String> headers, String name, String value) {
        if (headers != null && STORED.contains(name)) {
            headers.put(name, value);
        }
    }

    @Override
    public Restored restore(QueueDefinition queue, StoredEvent event) {
        Restored restored = others.restore(queue, event);
        return registry.isNoop() || !TraceParent.isPresent(event.headers())
                ? restored
                : observe(queue, event, restored);
    }

    private Restored observe(QueueDefinition queue, StoredEvent event, Restored before) {
        Observation handling = QueueObservationDocumentation.HANDLE
                .observation(null, CONVENTION, () -> new QueueObservationContext(queue, event), registry)
                .start();
        return new ObservedHandling(handling, handling.openScope(), before);
    }

    /** The observation of one attempt to handle an event; current until it is closed. */
    private record ObservedHandling(Observation handling, Observation.Scope scope, Restored before)
            implements Restored {

        @Override
        public void failed(Throwable error) {
            handling.error(error);
        }

        @Override
        public void close() {
            scope.close();
            handling.stop();
            before.close();
        }
    }
}
