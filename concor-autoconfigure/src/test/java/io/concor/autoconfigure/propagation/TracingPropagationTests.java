package io.concor.autoconfigure.propagation;

import io.micrometer.observation.NullObservation;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import org.junit.jupiter.api.AfterEach;

class TracingPropagationTests extends PropagationContract {

    /** The current observation, if its span is the current span of the tracer. */
    private static final class Traced implements ThreadState {

        private final Traces traces;

        Traced(Traces traces) {
            this.traces = traces;
        }

        @Override
        public Runnable hold(String name) {
            Observation observation = Observation.start(name, traces.registry());
            Observation.Scope scope = observation.openScope();
            return () -> {
                scope.close();
                observation.stop();
            };
        }

        @Override
        public String seen() {
            Observation observation = traces.registry().getCurrentObservation();
            Span span = traces.tracer().currentSpan();
            if (observation == null || observation instanceof NullObservation) {
                return span == null ? NOTHING : "an unknown span";
            }
            TracingContext tracing = observation.getContextView().getRequired(TracingContext.class);
            boolean same = span != null
                    && span.context()
                            .spanId()
                            .equals(tracing.getSpan().context().spanId());
            return same ? observation.getContextView().getName() : "another span";
        }
    }

    private final Traces traces = new Traces();
    private final ThreadState traced = new Traced(traces);

    @AfterEach
    void close() {
        traces.close();
    }

    @Override
    ThreadState belonging() {
        return traced;
    }
}
