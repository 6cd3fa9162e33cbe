package io.concor.queueserver.management;

import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.queues.client.Queues;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint of the queues of clients. */
@Configuration(proxyBeanMethods = false)
class ClientQueuesEndpointConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint
    ConcorClientQueuesEndpoint concorClientQueuesEndpoint(
            Queues queues, ConcorProperties properties, CallerContext caller) {
        return new ConcorClientQueuesEndpoint(
                queues.management(), properties.queues().showMessages(), caller);
    }
}
