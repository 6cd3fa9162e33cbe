package io.concor.autoconfigure.propagation;

import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.EventPublishingContextWrapper;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.micrometer.tracing.otel.bridge.Slf4JEventListener;
import io.opentelemetry.context.ContextStorage;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;

/** Observations with OpenTelemetry tracing and the current span in the MDC. */
final class Traces implements AutoCloseable {

    static {
        Slf4JEventListener mdc = new Slf4JEventListener();
        ContextStorage.addWrapper(new EventPublishingContextWrapper(mdc::onEvent));
    }

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build();
    private final Tracer tracer = new OtelTracer(provider.get("test"), new OtelCurrentTraceContext(), event -> {});
    private final ObservationRegistry registry = ObservationRegistry.create();

    Traces() {
        registry.observationConfig()
                .observationHandler(new ObservationHandler.FirstMatchingCompositeObservationHandler(
                        new QueueTracingObservationHandler(tracer),
                        new BatchTracingObservationHandler(tracer),
                        new DefaultTracingObservationHandler(tracer)));
    }

    ObservationRegistry registry() {
        return registry;
    }

    Tracer tracer() {
        return tracer;
    }

    /** The spans that have ended. */
    List<SpanData> spans() {
        return exporter.getFinishedSpanItems();
    }

    @Override
    public void close() {
        provider.close();
    }
}
