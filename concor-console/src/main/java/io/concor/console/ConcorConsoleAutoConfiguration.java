package io.concor.console;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the console. The page is there once its endpoint is exposed over HTTP. */
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnAvailableEndpoint(ConcorConsoleEndpoint.class)
public final class ConcorConsoleAutoConfiguration {

    ConcorConsoleAutoConfiguration() {}

    @Bean
    ConsoleFiles concorConsoleFiles() {
        return ConsoleFiles.read();
    }

    @Bean
    ConcorConsoleEndpoint concorConsoleEndpoint(ConsoleFiles files, ObjectProvider<PathMapper> mappers) {
        return new ConcorConsoleEndpoint(files, mappers.orderedStream().toList());
    }

    @Bean
    ConsoleAddress concorConsoleAddress(WebEndpointProperties endpoints, ObjectProvider<PathMapper> mappers) {
        String path = PathMapper.getRootPath(mappers.orderedStream().toList(), EndpointId.of(ConcorConsoleEndpoint.ID));
        return new ConsoleAddress(endpoints.getBasePath() + "/" + path);
    }
}
