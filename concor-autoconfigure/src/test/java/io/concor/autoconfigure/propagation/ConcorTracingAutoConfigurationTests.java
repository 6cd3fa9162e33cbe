package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

class ConcorTracingAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorTracingAutoConfiguration.class));
    private final ApplicationContextRunner withTracer = runner.withBean(Tracer.class, () -> Tracer.NOOP);

    /** As Spring Boot orders its own. */
    @Order(Ordered.LOWEST_PRECEDENCE - 1000)
    static class AnyObservationHandler extends DefaultTracingObservationHandler {

        AnyObservationHandler(Tracer tracer) {
            super(tracer);
        }
    }

    @Test
    void handlesBatchesBeforeTheHandlerOfAnyObservation() {
        withTracer.withBean(AnyObservationHandler.class).run(context -> assertThat(
                        context.getBeanProvider(ObservationHandler.class).orderedStream())
                .hasExactlyElementsOfTypes(BatchTracingObservationHandler.class, AnyObservationHandler.class));
    }

    @Test
    void doesNothingWithoutATracer() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BatchTracingObservationHandler.class));
    }

    @Test
    void doesNothingWithoutTracingOnTheClassPath() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer.tracing"))
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean("concorBatchTracingObservationHandler"));
    }

    @Test
    void doesNothingWhenObservationsAreDisabled() {
        withTracer.withPropertyValues("concor.observations.enabled=false").run(context -> assertThat(context)
                .doesNotHaveBean(BatchTracingObservationHandler.class));
    }
}
