package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

class ConcorObservationAutoConfigurationTests {

    private final List<String> stopped = new CopyOnWriteArrayList<>();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ConcorAutoConfiguration.class, ConcorObservationAutoConfiguration.class))
            .withUserConfiguration(Echo.class)
            .withPropertyValues("concor.sampling.interval=3", "concor.flows.yaml.tasks=echo");
    private final ApplicationContextRunner withRegistry =
            runner.withBean("observations", ObservationRegistry.class, () -> registry);

    ConcorObservationAutoConfigurationTests() {
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context.getName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }

    static class Echo {

        @Bean
        SimpleTask<String, String> echo() {
            return event -> event;
        }
    }

    @Test
    void observesSampledEvents() {
        withRegistry.run(context -> {
            end(context);
            assertThat(stopped).containsExactly("concor.event.task", "concor.event");
        });
    }

    @Test
    void observesNothingWhenDisabled() {
        withRegistry.withPropertyValues("concor.observations.enabled=false").run(context -> {
            end(context);
            assertThat(stopped).isEmpty();
        });
    }

    @Test
    void observesNothingWithoutARegistry() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(FlowObservationRegistrar.class));
    }

    @Test
    void observesNothingWithoutObservationsOnTheClassPath() {
        runner.withClassLoader(new FilteredClassLoader(ObservationRegistry.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(FlowObservationRegistrar.class));
    }

    @SuppressWarnings("unchecked")
    private static void end(ApplicationContext context) {
        Flow<String, String> flow = context.getBean("yaml", Flow.class);
        flow.submit("event").orTimeout(20, TimeUnit.SECONDS).join();
    }
}
