package io.concor.autoconfigure.queue.remote;

import io.concor.autoconfigure.queue.QueueStoreHealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the health indicator of the store of remote slots. */
@AutoConfiguration(
        after = ConcorRemoteQueueStoreAutoConfiguration.class,
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("concorremotequeues")
@ConditionalOnBean(LazyRemoteStore.class)
public final class ConcorRemoteQueueHealthAutoConfiguration {

    ConcorRemoteQueueHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "concorRemoteQueuesHealthIndicator")
    QueueStoreHealthIndicator concorRemoteQueuesHealthIndicator(LazyRemoteStore store) {
        return new QueueStoreHealthIndicator(store);
    }
}
