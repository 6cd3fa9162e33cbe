package io.concor.autoconfigure.endpoint;

import io.concor.Manager;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerMapping;

/** Auto-configuration of Concor's Actuator endpoints. */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Manager.class)
public final class ConcorEndpointAutoConfiguration {

    static final Set<EndpointId> ENDPOINTS = Set.of(
            EndpointId.of("concor"),
            EndpointId.of("concorstats"),
            EndpointId.of("concorsampling"),
            EndpointId.of("concorslots"),
            EndpointId.of("concorpresets"));

    ConcorEndpointAutoConfiguration() {}

    @Bean
    static ConcorOperationAdvisor concorOperationAdvisor(ObjectProvider<PathVariables> pathVariables) {
        return new ConcorOperationAdvisor(ENDPOINTS, pathVariables.getIfAvailable(() -> PathVariables.UNKNOWN));
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorEndpoint concorEndpoint(Manager manager) {
        return new ConcorEndpoint(manager);
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
    ConcorSlotsEndpoint concorSlotsEndpoint(Manager manager) {
        return new ConcorSlotsEndpoint(manager);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorPresetsEndpoint concorPresetsEndpoint(Manager manager) {
        return new ConcorPresetsEndpoint(manager);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HandlerMapping.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class Servlet {

        @Bean
        ServletPathVariables concorPathVariables() {
            return new ServletPathVariables();
        }
    }
}
