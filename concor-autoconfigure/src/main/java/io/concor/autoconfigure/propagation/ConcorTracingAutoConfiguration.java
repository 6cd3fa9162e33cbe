package io.concor.autoconfigure.propagation;

import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the links from the span of a batch to the spans of its events. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration"
        })
@ConditionalOnClass({Tracer.class, DefaultTracingObservationHandler.class})
@ConditionalOnBean(Tracer.class)
@ConditionalOnEnabled("concor.observations.enabled")
public final class ConcorTracingAutoConfiguration {

    ConcorTracingAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    BatchTracingObservationHandler concorBatchTracingObservationHandler(Tracer tracer) {
        return new BatchTracingObservationHandler(tracer);
    }
}
