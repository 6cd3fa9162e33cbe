package io.concor.autoconfigure.propagation;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.ContextFlows;
import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import io.concor.manage.Manager;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the observations of sampled events. */
@AutoConfiguration(
        after = ConcorAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({Manager.class, ObservationRegistry.class})
@ConditionalOnEnabled("concor.observations.enabled")
public final class ConcorObservationAutoConfiguration {

    ConcorObservationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    FlowObservationRegistrar concorFlowObservationRegistrar(
            Manager manager, ContextFlows flows, ObservationRegistry registry) {
        return new FlowObservationRegistrar(manager, flows, registry);
    }
}
