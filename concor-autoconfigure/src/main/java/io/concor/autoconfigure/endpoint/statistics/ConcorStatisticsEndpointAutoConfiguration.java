package io.concor.autoconfigure.endpoint.statistics;

import io.concor.autoconfigure.endpoint.AllFlows;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.manage.Manager;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the endpoints that show and sample what flows do. */
@AutoConfiguration(after = ConcorEndpointAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean({Manager.class, CallerContext.class})
@RegisterReflectionForBinding({AllFlows.class, StatisticsDescriptor.class, SummaryDescriptor.class})
public final class ConcorStatisticsEndpointAutoConfiguration {

    ConcorStatisticsEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorStatsEndpoint concorStatsEndpoint(Manager manager) {
        return new ConcorStatsEndpoint(manager);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorSamplingEndpoint concorSamplingEndpoint(Manager manager) {
        return new ConcorSamplingEndpoint(manager);
    }
}
