package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queue.EventHeaders;
import io.concor.queue.MdcHeaders;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.annotation.Order;

class ConcorEventHeadersAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorEventHeadersAutoConfiguration.class));
    private final ApplicationContextRunner traced = runner.withBean(Tracer.class, () -> Tracer.NOOP)
            .withBean(Propagator.class, () -> Propagator.NOOP)
            .withBean(ObservationRegistry.class, ObservationRegistry::create);

    /** As Spring Boot orders its own. */
    @Order(1000)
    static class ReceiverHandler extends PropagatingReceiverTracingObservationHandler<QueueObservationContext> {

        ReceiverHandler(Tracer tracer, Propagator propagator) {
            super(tracer, propagator);
        }
    }

    @Test
    void storesTheTraceWithATracer() {
        traced.withBean(ReceiverHandler.class).run(context -> {
            assertThat(context).hasSingleBean(TracedEventHeaders.class).hasSingleBean(EventHeaders.class);
            assertThat(context.getBeanProvider(ObservationHandler.class).orderedStream())
                    .hasExactlyElementsOfTypes(QueueTracingObservationHandler.class, ReceiverHandler.class);
        });
    }

    @Test
    void storesTheConfiguredKeysOfTheMdcWithoutATracer() {
        runner.withPropertyValues("concor.queues.mdc=user,tenant").run(context -> {
            EventHeaders headers = context.getBean(EventHeaders.class);
            assertThat(headers).isInstanceOf(MdcHeaders.class);
            try (MDC.MDCCloseable user = MDC.putCloseable("user", "ann");
                    MDC.MDCCloseable password = MDC.putCloseable("password", "secret")) {
                assertThat(user).isNotNull();
                assertThat(password).isNotNull();
                assertThat(headers.capture()).containsOnlyKeys("mdc.user");
            }
        });
    }

    @Test
    void needsNeitherTracingNorMicrometerOnTheClassPath() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(MdcHeaders.class));
    }

    @Test
    void storesNoTraceWhenObservationsAreDisabled() {
        traced.withPropertyValues("concor.observations.enabled=false").run(context -> assertThat(context)
                .hasSingleBean(MdcHeaders.class)
                .doesNotHaveBean("concorQueueTracingObservationHandler"));
    }

    @Test
    void storesNothingWhenPropagationIsDisabledOrTheQueuesAreMissing() {
        traced.withPropertyValues("concor.propagation.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(EventHeaders.class));
        traced.withClassLoader(new FilteredClassLoader("io.concor.queues"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(EventHeaders.class));
    }

    @Test
    void givesWayToABeanOfTheApplication() {
        traced.withBean(EventHeaders.class, () -> EventHeaders.NONE)
                .run(context -> assertThat(context.getBean(EventHeaders.class)).isSameAs(EventHeaders.NONE));
    }
}
