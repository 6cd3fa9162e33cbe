package io.concor.test.autoconfigure;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.queue.ConcorQueueStoreAutoConfiguration;
import io.concor.autoconfigure.queue.QueueAdministrations;
import io.concor.queues.administration.QueueAdministration;
import io.concor.test.DurableTester;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of a {@link DurableTester} of the application under test. */
@AutoConfiguration(after = ConcorQueueStoreAutoConfiguration.class)
@ConditionalOnClass(QueueAdministration.class)
public final class DurableTesterAutoConfiguration {

    DurableTesterAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(QueueAdministrations.class)
    static class OfApplication {

        @Bean
        @ConditionalOnMissingBean
        DurableTester concorDurableTester(QueueAdministrations queues, ConcorProperties properties) {
            return DurableTester.of(() -> opened(queues), properties.queues().remember());
        }

        private static QueueAdministration opened(QueueAdministrations queues) {
            return queues.opened()
                    .orElseThrow(() -> new IllegalStateException(
                            "No slot of the application has been durable yet: its store is not open. Set"
                                    + " 'queue: durable' for a slot"));
        }
    }
}
