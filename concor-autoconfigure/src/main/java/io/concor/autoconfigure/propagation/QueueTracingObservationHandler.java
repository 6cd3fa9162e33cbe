package io.concor.autoconfigure.propagation;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import org.springframework.core.Ordered;

/**
 * Creates the spans in which stored events are handled. An event may be handled days after it was put and several times, so
 * that its span is not a child of the one of the put, but begins a trace with a link to it. Comes before the handler that
 * creates a child for anything that is received. Thread-safe.
 */
final class QueueTracingObservationHandler extends DefaultTracingObservationHandler implements Ordered {

    /** Before the handlers of Spring Boot for messages that are received, which have 1000. */
    private static final int ORDER = 500;

    QueueTracingObservationHandler(Tracer tracer) {
        super(tracer);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof QueueObservationContext;
    }

    @Override
    public void onStart(Observation.Context context) {
        Span.Builder span = getTracer().spanBuilder().setNoParent().kind(Span.Kind.CONSUMER);
        if (context instanceof QueueObservationContext queue) {
            TraceContext put = TraceParent.read(queue.getEvent().headers(), getTracer());
            if (put != null) {
                span.addLink(new Link(put));
            }
        }
        getTracingContext(context).setSpan(span.start());
    }
}
