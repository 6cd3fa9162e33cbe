package io.concor.autoconfigure.endpoint.queue;

import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.queue.ConcorQueueStoreAutoConfiguration;
import io.concor.autoconfigure.queue.QueueDirectories;
import io.concor.manage.Manager;
import io.concor.queues.administration.QueueDirectory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the endpoint of durable and remote queues. */
@AutoConfiguration(
        after = {ConcorEndpointAutoConfiguration.class, ConcorQueueStoreAutoConfiguration.class},
        afterName = "io.concor.autoconfigure.queue.remote.ConcorRemoteQueueStoreAutoConfiguration")
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, QueueDirectory.class})
@ConditionalOnBean({QueueDirectories.class, CallerContext.class})
public final class ConcorQueueEndpointAutoConfiguration {

    ConcorQueueEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    ConcorQueuesEndpoint concorQueuesEndpoint(
            ObjectProvider<QueueDirectories> stores,
            ObjectProvider<Manager> manager,
            ConcorProperties properties,
            CallerContext caller) {
        FoundQueues queues = new FoundQueues(stores.orderedStream().toList(), manager.getObject());
        return new ConcorQueuesEndpoint(queues, properties.queues().showMessages(), caller);
    }
}
