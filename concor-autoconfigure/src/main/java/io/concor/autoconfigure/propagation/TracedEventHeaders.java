package io.concor.autoconfigure.propagation;

import io.concor.queue.EventHeaders;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredEvent;
import io.concor.text.FailureLog;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the trace in which an event is put, as the W3C's headers, and observes its handling with a link to it. Other headers of
 * the propagator, such as baggage, are not stored. What a tracer throws is logged once and affects no event. Thread-safe.
 */
final class TracedEventHeaders implements EventHeaders {

    private static final ObservationConvention<QueueObservationContext> CONVENTION =
            new DefaultQueueObservationConvention();
    private static final Set<String> STORED = Set.of(TraceParent.HEADER, "tracestate");

    private static final Logger log = LoggerFactory.getLogger(TracedEventHeaders.class);

    private final FailureLog failures = new FailureLog();
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
        try {
            Span span = tracer.currentSpan();
            return span == null ? captured : withTrace(captured, span);
        } catch (RuntimeException failed) {
            failures.once(failed, thrown -> log.warn("The trace of an event was not stored", thrown));
            return captured;
        }
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
        if (registry.isNoop() || !TraceParent.isPresent(event.headers())) {
            return restored;
        }
        try {
            return observe(queue, event, restored);
        } catch (RuntimeException failed) {
            failures.once(failed, thrown -> log.warn("The handling of an event was not observed", thrown));
            return restored;
        }
    }

    private Restored observe(QueueDefinition queue, StoredEvent event, Restored before) {
        Observation handling = QueueObservationDocumentation.HANDLE
                .observation(null, CONVENTION, () -> new QueueObservationContext(queue, event), registry)
                .start();
        return new ObservedHandling(handling, handling.openScope(), before, failures);
    }

    /** The observation of one attempt to handle an event; current until it is closed. */
    private record ObservedHandling(Observation handling, Observation.Scope scope, Restored before, FailureLog failures)
            implements Restored {

        @Override
        public void failed(Throwable error) {
            guard(() -> handling.error(error));
        }

        @Override
        public void close() {
            guard(scope::close);
            guard(handling::stop);
            before.close();
        }

        private void guard(Runnable call) {
            try {
                call.run();
            } catch (RuntimeException failed) {
                failures.once(failed, thrown -> log.warn("The observation of an event failed", thrown));
            }
        }
    }
}
