package io.concor.autoconfigure.endpoint.flow;

import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.manage.Manager;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the endpoint that shows flows. */
@AutoConfiguration(after = ConcorEndpointAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean({Manager.class, CallerContext.class})
public final class ConcorFlowEndpointAutoConfiguration {

    ConcorFlowEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorEndpoint concorEndpoint(Manager manager, ConfigurableListableBeanFactory beans) {
        return new ConcorEndpoint(manager, new ComponentBeanNames(beans));
    }
}
