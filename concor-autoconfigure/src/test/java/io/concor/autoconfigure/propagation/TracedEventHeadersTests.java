package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queue.EventHeaders;
import io.concor.queue.EventHeaders.Restored;
import io.concor.queue.MdcHeaders;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredEvent;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

class TracedEventHeadersTests {

    private static final QueueDefinition QUEUE = new QueueDefinition("orders", "bill", QueueDefinition.Order.ANY, 1);

    private final Traces traces = new Traces();
    private final EventHeaders headers = headers(new W3c());

    private EventHeaders headers(Propagator propagator) {
        return new TracedEventHeaders(new MdcHeaders(List.of("user")), traces.registry(), traces.tracer(), propagator);
    }

    @AfterEach
    void close() {
        traces.close();
    }

    @Test
    void beginsATraceThatLinksToTheSpanOfThePut() {
        Map<String, String> stored = put(headers);
        SpanData put = span("put");
        handle(stored, null);
        SpanData handled = span("bill handle");

        assertThat(handled.getTraceId()).isNotEqualTo(put.getTraceId());
        assertThat(handled.getParentSpanContext().isValid()).isFalse();
        assertThat(handled.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(handled.getLinks()).singleElement().satisfies(link -> {
            assertThat(link.getSpanContext().getTraceId()).isEqualTo(put.getTraceId());
            assertThat(link.getSpanContext().getSpanId()).isEqualTo(put.getSpanId());
            assertThat(link.getSpanContext().isSampled()).isTrue();
        });
        assertThat(handled.getAttributes().asMap())
                .extractingByKeys(key("flow"), key("slot"), key("event"), key("attempt"))
                .containsExactly("orders", "bill", "e1", "3");
    }

    private static io.opentelemetry.api.common.AttributeKey<?> key(String name) {
        return io.opentelemetry.api.common.AttributeKey.stringKey(name);
    }

    @Test
    void storesTheTraceAndTheChosenKeysAndNothingElse() {
        Map<String, String> stored = MdcScope.with("user", "ann", () -> put(headers));
        SpanData put = span("put");

        assertThat(stored)
                .containsOnly(
                        Map.entry("traceparent", "00-" + put.getTraceId() + "-" + put.getSpanId() + "-01"),
                        Map.entry("tracestate", "vendor=1"),
                        Map.entry("mdc.user", "ann"));
    }

    @Test
    void storesTheTraceParentAlsoIfThePropagatorHasAnotherFormat() {
        Map<String, String> stored = put(headers(new B3()));
        assertThat(stored).containsOnlyKeys("traceparent");
        handle(stored, null);
        assertThat(span("bill handle").getLinks()).hasSize(1);
    }

    @Test
    void storesWhatOpenTelemetryInjects() {
        Propagator real = new OtelPropagator(
                ContextPropagators.create(TextMapPropagator.composite(
                        W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())),
                OpenTelemetry.noop().getTracer("test"));
        Map<String, String> stored = put(headers(real));

        assertThat(stored).containsKey("traceparent").doesNotContainKey("baggage");
        handle(stored, null);
        assertThat(span("bill handle").getLinks()).hasSize(1);
    }

    @Test
    void aTracerThatFailsAffectsNoEvent() {
        EventHeaders failing = headers(new FailingPropagator());
        traces.registry().observationConfig().observationHandler(new FailingHandler());

        assertThat(MdcScope.with("user", "ann", () -> put(failing))).containsOnlyKeys("mdc.user");
        Restored restored = failing.restore(
                QUEUE,
                event(Map.of("traceparent", "00-" + "a".repeat(32) + "-" + "b".repeat(16) + "-01", "mdc.user", "x")));
        assertThat(MDC.get("user")).isEqualTo("x");
        restored.failed(new IllegalStateException());
        restored.close();
        assertThat(MDC.get("user")).isNull();
        assertThat(traces.registry().getCurrentObservationScope()).isNull();
    }

    private static final class FailingHandler implements ObservationHandler<QueueObservationContext> {

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof QueueObservationContext;
        }

        @Override
        public void onStop(QueueObservationContext context) {
            throw new IllegalStateException("stop");
        }

        @Override
        public void onError(QueueObservationContext context) {
            throw new IllegalStateException("error");
        }
    }

    private static final class FailingPropagator implements Propagator {

        @Override
        public List<String> fields() {
            return List.of();
        }

        @Override
        public <C> void inject(TraceContext context, C carrier, Setter<C> setter) {
            throw new IllegalStateException("inject");
        }

        @Override
        public <C> io.micrometer.tracing.Span.Builder extract(C carrier, Getter<C> getter) {
            throw new IllegalStateException("extract");
        }
    }

    @Test
    void isCurrentWhileTheEventIsHandledAndLeavesNothing() {
        Restored restored = headers.restore(
                QUEUE,
                event(Map.of(
                        "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "mdc.user", "ann")));
        Observation current = traces.registry().getCurrentObservation();
        assertThat(current).isNotNull();
        assertThat(current.getContextView()).isInstanceOf(QueueObservationContext.class);
        assertThat(MDC.get("user")).isEqualTo("ann");
        assertThat(MDC.get("traceId")).isNotNull().isNotEqualTo("0af7651916cd43dd8448eb211c80319c");
        restored.close();

        assertThat(traces.registry().getCurrentObservationScope()).isNull();
        assertThat(traces.tracer().currentSpan()).isNull();
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void isNoChildOfWhatHappensToBeCurrent() {
        Observation other = Observation.start("other", traces.registry());
        other.scoped(() -> handle(Map.of("traceparent", "00-" + "a".repeat(32) + "-" + "b".repeat(16) + "-00"), null));
        other.stop();

        assertThat(span("bill handle").getParentSpanContext().isValid()).isFalse();
        assertThat(span("bill handle").getTraceId()).isNotEqualTo(span("other").getTraceId());
    }

    @Test
    void recordsTheErrorOfAnAttempt() {
        handle(put(headers), new IllegalStateException("reason"));
        assertThat(span("bill handle").getStatus().getDescription()).isEqualTo("reason");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-1",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"
            })
    void ignoresWhatIsNoTraceParent(String broken) {
        handle(Map.of("traceparent", broken), null);
        handle(Map.of(), null);
        assertThat(traces.spans()).isEmpty();
    }

    @Test
    void storesNoTraceOutsideOfOne() {
        assertThat(headers.capture()).isEmpty();
    }

    private Map<String, String> put(EventHeaders of) {
        return Observation.createNotStarted("put", traces.registry()).observe(of::capture);
    }

    private void handle(Map<String, String> stored, @Nullable Throwable error) {
        try (Restored restored = headers.restore(QUEUE, event(stored))) {
            if (error != null) {
                restored.failed(error);
            }
        }
    }

    private SpanData span(String name) {
        return traces.spans().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Sets a key of the MDC for a call. */
    private static final class MdcScope {

        static <T> T with(String key, String value, java.util.function.Supplier<T> call) {
            try (MDC.MDCCloseable set = MDC.putCloseable(key, value)) {
                assertThat(set).isNotNull();
                return call.get();
            }
        }
    }

    /** As Boot's, which also stores baggage. */
    private static final class W3c implements Propagator {

        @Override
        public List<String> fields() {
            return List.of("traceparent", "tracestate", "baggage");
        }

        @Override
        public <C> void inject(TraceContext context, C carrier, Setter<C> setter) {
            setter.set(carrier, "traceparent", TraceParent.of(context));
            setter.set(carrier, "tracestate", "vendor=1");
            setter.set(carrier, "baggage", "user=secret");
        }

        @Override
        public <C> io.micrometer.tracing.Span.Builder extract(C carrier, Getter<C> getter) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class B3 implements Propagator {

        @Override
        public List<String> fields() {
            return List.of("b3");
        }

        @Override
        public <C> void inject(TraceContext context, C carrier, Setter<C> setter) {
            setter.set(carrier, "b3", context.traceId() + "-" + context.spanId());
        }

        @Override
        public <C> io.micrometer.tracing.Span.Builder extract(C carrier, Getter<C> getter) {
            throw new UnsupportedOperationException();
        }
    }

    /** Returns an event of which only what is read here is known. */
    private static StoredEvent event(Map<String, String> headers) {
        Map<String, Object> known = Map.of("headers", headers, "id", "e1", "attempt", 3);
        return (StoredEvent) Proxy.newProxyInstance(
                StoredEvent.class.getClassLoader(),
                new Class<?>[] {StoredEvent.class},
                (event, method, arguments) -> Objects.requireNonNull(known.get(method.getName()), method.getName()));
    }
}
