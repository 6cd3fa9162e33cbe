package io.concor.autoconfigure.endpoint.web;

import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.PathVariableCheck;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.HandlerMapping;

/** Auto-configuration of Concor's endpoints in a servlet application, on any port. */
@AutoConfiguration(after = ConcorEndpointAutoConfiguration.class)
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, HandlerMapping.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public final class ConcorServletEndpointAutoConfiguration {

    ConcorServletEndpointAutoConfiguration() {}

    @Bean
    PathVariableCheck concorPathVariableCheck() {
        return arguments -> {
            if (pathVariables() instanceof Map<?, ?> path) {
                PathVariableCheck.requireSame(path, arguments);
            }
        };
    }

    /** Returns those of the current request. */
    private static @Nullable Object pathVariables() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request == null
                ? null
                : request.getAttribute(
                        HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    }
}
