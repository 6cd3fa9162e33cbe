package io.concor.autoconfigure.endpoint;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.Manager;
import java.util.Set;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.jmx.JmxEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of what Concor's Actuator endpoints share. It comes after Actuator's own, so that a cached result is
 * formatted after it was cached.
 */
@AutoConfiguration(after = {ConcorAutoConfiguration.class, EndpointAutoConfiguration.class})
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Manager.class)
@RegisterReflectionForBinding(ErrorDescriptor.class)
public final class ConcorEndpointAutoConfiguration {

    /** The ids of Concor's endpoints. */
    public static final Set<EndpointId> ENDPOINTS = Set.of(
            EndpointId.of("concor"),
            EndpointId.of("concorstats"),
            EndpointId.of("concorsampling"),
            EndpointId.of("concorslots"),
            EndpointId.of("concorchanges"),
            EndpointId.of("concorpresets"),
            EndpointId.of("concorqueues"),
            EndpointId.of("concorclientqueues"),
            EndpointId.of("concorconnections"),
            EndpointId.of("concordiagnosis"),
            EndpointId.of("concorautopilot"));

    ConcorEndpointAutoConfiguration() {}

    /** A child context serves the endpoints of its parent, which read the caller here. */
    @Bean
    @ConditionalOnMissingBean
    static CallerContext concorCallerContext() {
        return new CallerContext();
    }

    @Bean
    static ConcorOperationAdvisor concorOperationAdvisor(
            ObjectProvider<PathVariableCheck> pathVariables, CallerContext caller) {
        return new ConcorOperationAdvisor(pathVariables.getIfAvailable(() -> PathVariableCheck.NONE), caller);
    }

    @Bean
    static EndpointReport concorEndpointReport(
            ObjectProvider<WebEndpointsSupplier> web,
            ObjectProvider<JmxEndpointsSupplier> jmx,
            ApplicationContext context) {
        return new EndpointReport(web, jmx, context);
    }
}
