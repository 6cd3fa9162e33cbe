package io.concor.console;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.util.pattern.PathPatternParser;

/** Configuration of the console for Spring WebFlux, in the context that serves the management endpoints. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(DispatcherHandler.class)
@ConditionalOnBean(ConcorConsoleEndpoint.class)
final class ConsoleWebFluxManagementConfiguration {

    @Bean
    ConsoleHeadersWebFilter concorConsoleHeadersFilter(
            ConsoleFiles files, WebEndpointProperties endpoints, ObjectProvider<PathMapper> mappers) {
        String path = PathMapper.getRootPath(mappers.orderedStream().toList(), EndpointId.of(ConcorConsoleEndpoint.ID));
        return new ConsoleHeadersWebFilter(
                files, PathPatternParser.defaultInstance.parse(endpoints.getBasePath() + "/" + path + "/{*file}"));
    }
}
