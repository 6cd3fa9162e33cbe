package io.concor.autoconfigure.queue;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the health indicator of the store of durable slots. */
@AutoConfiguration(
        after = ConcorQueueStoreAutoConfiguration.class,
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("concorqueues")
@ConditionalOnBean(LazyQueueStore.class)
public final class ConcorQueueHealthAutoConfiguration {

    ConcorQueueHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "concorQueuesHealthIndicator")
    QueueStoreHealthIndicator concorQueuesHealthIndicator(LazyQueueStore store) {
        return new QueueStoreHealthIndicator(store);
    }
}
