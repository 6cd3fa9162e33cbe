package io.concor.autoconfigure.propagation;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import io.concor.queue.EventHeaders;
import io.concor.queue.MdcHeaders;
import io.concor.queues.codec.MessageFormat;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Auto-configuration of what travels with the events of durable queues: the trace, and the configured keys of the MDC. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration"
        })
@ConditionalOnClass(MessageFormat.class)
@ConditionalOnEnabled("concor.propagation.enabled")
@EnableConfigurationProperties(ConcorProperties.class)
public final class ConcorEventHeadersAutoConfiguration {

    ConcorEventHeadersAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        ObservationRegistry.class,
        Tracer.class,
        Propagator.class,
        DefaultTracingObservationHandler.class
    })
    @ConditionalOnBean({ObservationRegistry.class, Tracer.class, Propagator.class})
    @ConditionalOnEnabled("concor.observations.enabled")
    @Order(1)
    static class Traced {

        @Bean
        @ConditionalOnMissingBean(EventHeaders.class)
        TracedEventHeaders concorEventHeaders(
                ConcorProperties properties, ObservationRegistry registry, Tracer tracer, Propagator propagator) {
            return new TracedEventHeaders(new MdcHeaders(properties.queues().mdc()), registry, tracer, propagator);
        }

        @Bean
        @ConditionalOnMissingBean
        QueueTracingObservationHandler concorQueueTracingObservationHandler(Tracer tracer) {
            return new QueueTracingObservationHandler(tracer);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(EventHeaders.class)
    @Order(2)
    static class Untraced {

        @Bean
        MdcHeaders concorEventHeaders(ConcorProperties properties) {
            return new MdcHeaders(properties.queues().mdc());
        }
    }
}
