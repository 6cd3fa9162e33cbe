package io.concor.console.sba;

import de.codecentric.boot.admin.server.web.client.InstanceExchangeFilterFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** Auto-configuration of a Spring Boot Admin server whose instances have flows. */
@AutoConfiguration
@ConditionalOnClass(InstanceExchangeFilterFunction.class)
public final class ConcorSpringBootAdminAutoConfiguration {

    ConcorSpringBootAdminAutoConfiguration() {}

    @Bean
    @Order(5) // before the filter of Spring Boot Admin that looks the endpoint up, after those that add passwords
    SlotsEndpointFilter concorSlotsEndpointFilter() {
        return new SlotsEndpointFilter();
    }
}
