package io.concor.autoconfigure.endpoint.web;

import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import tools.jackson.databind.json.JsonMapper;

/** Configuration of Concor's endpoints for Spring WebFlux, in the context that serves the management endpoints. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass({DispatcherHandler.class, JsonMapper.class})
@ConditionalOnBean(WebEndpointsSupplier.class)
final class ConcorWebFluxManagementConfiguration {

    @Bean
    RequestBodyWebFilter concorRequestBodyFilter(
            WebEndpointProperties properties,
            WebEndpointsSupplier endpoints,
            ObjectProvider<PathMapper> mappers,
            ApplicationContext context) {
        return new RequestBodyWebFilter(
                paths(properties, endpoints), new UnsupportedRequest(context, mappers), RequestBodyRules.MAX_TIME);
    }

    private static List<PathPattern> paths(WebEndpointProperties properties, WebEndpointsSupplier endpoints) {
        return endpoints.getEndpoints().stream()
                .filter(endpoint -> ConcorEndpointAutoConfiguration.ENDPOINTS.contains(endpoint.getEndpointId()))
                .flatMap(endpoint -> endpoint.getOperations().stream())
                .map(operation -> properties.getBasePath() + "/"
                        + operation.getRequestPredicate().getPath())
                .distinct()
                .map(PathPatternParser.defaultInstance::parse)
                .toList();
    }
}
