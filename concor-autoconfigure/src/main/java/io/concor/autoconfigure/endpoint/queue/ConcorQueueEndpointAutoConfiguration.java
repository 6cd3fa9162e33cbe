package io.concor.autoconfigure.endpoint.queue;

import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.queue.ConcorQueueStoreAutoConfiguration;
import io.concor.autoconfigure.queue.QueueAdministrations;
import io.concor.queues.administration.QueueAdministration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the endpoint of durable queues. */
@AutoConfiguration(after = {ConcorEndpointAutoConfiguration.class, ConcorQueueStoreAutoConfiguration.class})
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, QueueAdministration.class})
@ConditionalOnBean({QueueAdministrations.class, CallerContext.class})
public final class ConcorQueueEndpointAutoConfiguration {

    ConcorQueueEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorQueuesEndpoint concorQueuesEndpoint(
            QueueAdministrations queues, ConcorProperties properties, CallerContext caller) {
        return new ConcorQueuesEndpoint(queues, properties.queues().showMessages(), caller);
    }
}
