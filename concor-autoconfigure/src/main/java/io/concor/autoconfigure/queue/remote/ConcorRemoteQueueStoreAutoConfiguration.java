package io.concor.autoconfigure.queue.remote;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.queue.ConcorMessageFormatAutoConfiguration;
import io.concor.kafka.KafkaQueueStore;
import io.concor.queue.EventHeaders;
import io.concor.queues.codec.MessageFormat;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;

/**
 * Auto-configuration of the store of remote slots: the brokers of {@code spring.kafka}. An application may define a {@link
 * KafkaQueueStore}, or any other store of remote slots, of its own instead. The store is opened when it is needed, by a remote
 * slot, or because the flow has topics: before, there is no thread.
 */
@AutoConfiguration(
        after = ConcorMessageFormatAutoConfiguration.class,
        afterName = {
            "io.concor.autoconfigure.propagation.ConcorEventHeadersAutoConfiguration",
            "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration"
        })
@ConditionalOnClass({KafkaQueueStore.class, KafkaConnectionDetails.class})
@ConditionalOnBean({KafkaProperties.class, KafkaConnectionDetails.class})
@ConditionalOnMissingBean(KafkaQueueStore.class)
@EnableConfigurationProperties(ConcorProperties.class)
public final class ConcorRemoteQueueStoreAutoConfiguration {

    ConcorRemoteQueueStoreAutoConfiguration() {}

    /** Gives way to another store of remote slots, whose kind is not known by its type. */
    @Bean
    @Fallback
    @ConditionalOnMissingBean
    LazyRemoteStore concorRemoteQueueStore(
            ConcorProperties properties,
            KafkaProperties kafka,
            KafkaConnectionDetails connection,
            ObjectProvider<MessageFormat> formats,
            ObjectProvider<EventHeaders> headers) {
        return new LazyRemoteStore(
                new BrokerPlace(properties, KafkaClientProperties.of(kafka, connection)),
                formats::getIfAvailable,
                headers.getIfAvailable(() -> EventHeaders.NONE));
    }
}
