package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.endpoint.change.ConcorChangeEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.change.ConcorChangesEndpoint;
import io.concor.autoconfigure.endpoint.change.ConcorPresetsEndpoint;
import io.concor.autoconfigure.endpoint.change.ConcorSlotsEndpoint;
import io.concor.autoconfigure.endpoint.flow.ConcorEndpoint;
import io.concor.autoconfigure.endpoint.flow.ConcorFlowEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.statistics.ConcorSamplingEndpoint;
import io.concor.autoconfigure.endpoint.statistics.ConcorStatisticsEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.statistics.ConcorStatsEndpoint;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ConcorEndpointAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ConcorAutoConfiguration.class,
                    EndpointAutoConfiguration.class,
                    ConcorEndpointAutoConfiguration.class,
                    ConcorFlowEndpointAutoConfiguration.class,
                    ConcorStatisticsEndpointAutoConfiguration.class,
                    ConcorChangeEndpointAutoConfiguration.class))
            .withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=*");

    @Test
    void hasAllEndpointsWhenTheyAreExposed() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(ConcorEndpoint.class)
                .hasSingleBean(ConcorStatsEndpoint.class)
                .hasSingleBean(ConcorSamplingEndpoint.class)
                .hasSingleBean(ConcorSlotsEndpoint.class)
                .hasSingleBean(ConcorChangesEndpoint.class)
                .hasSingleBean(ConcorPresetsEndpoint.class));
    }

    @Test
    void hasNoEndpointThatIsNotExposed() {
        runner.withPropertyValues("management.endpoints.jmx.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(ConcorEndpoint.class));
    }

    @Test
    void hasNoEndpointToWhichAccessIsDenied() {
        runner.withPropertyValues("management.endpoint.concorslots.access=NONE").run(context -> assertThat(context)
                .hasSingleBean(ConcorEndpoint.class)
                .doesNotHaveBean(ConcorSlotsEndpoint.class));
    }

    @Test
    void backsOffWithoutActuator() {
        runner.withClassLoader(new FilteredClassLoader(ConditionalOnAvailableEndpoint.class))
                .run(context -> assertThat(context).doesNotHaveBean(ConcorEndpointAutoConfiguration.class));
    }
}
