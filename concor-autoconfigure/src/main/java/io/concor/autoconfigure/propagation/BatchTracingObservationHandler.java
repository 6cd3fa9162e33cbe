package io.concor.autoconfigure.propagation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationView;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;

/**
 * Creates the spans of batches, with links to the spans of the events. Comes before the handler that creates a span without
 * links for any observation. Thread-safe.
 */
final class BatchTracingObservationHandler extends DefaultTracingObservationHandler implements Ordered {

    /** After the handlers of Spring Boot for messages that are sent and received. */
    private static final int ORDER = 3000;

    BatchTracingObservationHandler(Tracer tracer) {
        super(tracer);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof BatchObservationContext;
    }

    @Override
    public void onStart(Observation.Context context) {
        Span.Builder span = getTracer().spanBuilder();
        Span parent = getParentSpan(context);
        if (parent != null) {
            span.setParent(parent.context());
        }
        if (context instanceof BatchObservationContext batch) {
            batch.getTasks().forEach(task -> link(span, span(task)));
        }
        getTracingContext(context).setSpan(span.start());
    }

    private static @Nullable Span span(ObservationView task) {
        TracingContext tracing = task.getContextView().get(TracingContext.class);
        return tracing == null ? null : tracing.getSpan();
    }

    private static void link(Span.Builder span, @Nullable Span linked) {
        if (linked != null) {
            span.addLink(new Link(linked));
        }
    }
}
