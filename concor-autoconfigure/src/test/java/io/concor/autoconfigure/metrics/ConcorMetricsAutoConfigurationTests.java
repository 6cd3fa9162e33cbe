package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ConcorMetricsAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ConcorAutoConfiguration.class, ConcorMetricsAutoConfiguration.class));

    @Test
    void bindsMetersWhenThereIsARegistry() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> assertThat(context).hasSingleBean(ConcorMetrics.class));
    }

    @Test
    void bindsNothingWithoutARegistry() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ConcorMetrics.class));
    }

    @Test
    void backsOffWithoutMicrometer() {
        runner.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(ConcorMetricsAutoConfiguration.class));
    }

    @Test
    void countsLeaksIfTheirModuleIsThere() {
        ApplicationContextRunner measured = runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new);
        measured.run(context -> assertThat(context).hasSingleBean(LeakMeters.class));
        measured.withClassLoader(new FilteredClassLoader("io.concor.leak"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LeakMeters.class));
    }
}
