package io.concor.autoconfigure.endpoint.change;

import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.manage.Manager;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the endpoints that change flows. */
@AutoConfiguration(after = ConcorEndpointAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean({Manager.class, CallerContext.class})
public final class ConcorChangeEndpointAutoConfiguration {

    ConcorChangeEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorSlotsEndpoint concorSlotsEndpoint(Manager manager, CallerContext caller) {
        return new ConcorSlotsEndpoint(manager, caller);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorChangesEndpoint concorChangesEndpoint(Manager manager, CallerContext caller) {
        return new ConcorChangesEndpoint(manager, caller);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorPresetsEndpoint concorPresetsEndpoint(Manager manager, CallerContext caller) {
        return new ConcorPresetsEndpoint(manager, caller);
    }
}
