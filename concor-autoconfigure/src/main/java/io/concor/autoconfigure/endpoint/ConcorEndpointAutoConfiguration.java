package io.concor.autoconfigure.endpoint;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.Manager;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of Concor's Actuator endpoints. */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Manager.class)
public final class ConcorEndpointAutoConfiguration {

    /** The ids of the endpoints. */
    public static final Set<EndpointId> ENDPOINTS = Set.of(
            EndpointId.of("concor"),
            EndpointId.of("concorstats"),
            EndpointId.of("concorsampling"),
            EndpointId.of("concorslots"),
            EndpointId.of("concorchanges"),
            EndpointId.of("concorpresets"));

    ConcorEndpointAutoConfiguration() {}

    @Bean
    static Caller concorCaller() {
        return new Caller();
    }

    @Bean
    static ConcorOperationAdvisor concorOperationAdvisor(ObjectProvider<PathVariables> pathVariables, Caller caller) {
        return new ConcorOperationAdvisor(ENDPOINTS, pathVariables.getIfAvailable(() -> PathVariables.UNKNOWN), caller);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorEndpoint concorEndpoint(Manager manager, ConfigurableListableBeanFactory beans) {
        return new ConcorEndpoint(manager, new ComponentBeans(beans));
    }

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

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorSlotsEndpoint concorSlotsEndpoint(Manager manager, Caller concorCaller) {
        return new ConcorSlotsEndpoint(manager, concorCaller);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorChangesEndpoint concorChangesEndpoint(Manager manager, Caller concorCaller) {
        return new ConcorChangesEndpoint(manager, concorCaller);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorPresetsEndpoint concorPresetsEndpoint(Manager manager, Caller concorCaller) {
        return new ConcorPresetsEndpoint(manager, concorCaller);
    }
}
