package io.concor.autoconfigure.queue.remote;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.section.QueueSettings;
import io.concor.autoconfigure.queue.ConcorMessageFormatAutoConfiguration;
import io.concor.autoconfigure.queue.ConcorQueueStoreAutoConfiguration;
import io.concor.autoconfigure.queue.DurableQueueStore;
import io.concor.kafka.KafkaQueueStore;
import io.concor.queue.EventHeaders;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.codec.MessageFormat;
import org.jspecify.annotations.Nullable;
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
 * slot, or because the flow has topics: before, there is no thread. If durable slots are kept in a database of the application,
 * events of remote slots end in its transactions.
 */
@AutoConfiguration(
        after = {ConcorMessageFormatAutoConfiguration.class, ConcorQueueStoreAutoConfiguration.class},
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
            ObjectProvider<EventHeaders> headers,
            ObjectProvider<DurableQueueStore> durable,
            ObjectProvider<JdbcQueueStore> own) {
        return new LazyRemoteStore(
                new BrokerPlace(properties, KafkaClientProperties.of(kafka, connection)),
                formats::getIfAvailable,
                headers.getIfAvailable(() -> EventHeaders.NONE),
                properties.queues().store() == QueueSettings.Store.JDBC ? database(durable, own) : null);
    }

    /** Either Concor configures the store of durable slots, or the application has one of its own. */
    private static @Nullable JoinedDatabase database(
            ObjectProvider<DurableQueueStore> durable, ObjectProvider<JdbcQueueStore> own) {
        DurableQueueStore lazy = durable.getIfAvailable();
        JdbcQueueStore present = lazy == null ? own.getIfAvailable() : null;
        if (lazy != null) {
            return new JoinedDatabase(lazy, lazy::store);
        }
        return present == null ? null : new JoinedDatabase(present, () -> present);
    }
}
