package io.concor.autoconfigure.queue.remote;

import io.concor.QueueStoreException;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.section.KafkaSettings;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.administration.RemoteQueues;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.EventHeaders;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.codec.MessageFormat;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;

/** The brokers of an application. Thread-safe. */
final class BrokerPlace {

    static final String NAME = "kafka";

    private static final int BROKERS_DEFAULT = -1;
    /** How long brokers may take to answer at the start. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ConcorProperties properties;
    private final Map<String, Object> clients;

    /** @param clients the properties of clients */
    BrokerPlace(ConcorProperties properties, Map<String, Object> clients) {
        this.properties = properties;
        this.clients = clients;
    }

    /** Returns the addresses of the brokers. */
    String servers() {
        return String.valueOf(clients.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
    }

    /**
     * Asks which slots have topics, by their flows. Creates nothing.
     *
     * @throws QueueStoreException if the brokers cannot be reached within seconds
     */
    Map<String, Set<String>> slots() {
        return RemoteQueues.slots(clients, new TopicNames(properties.kafka().prefix()), PATIENCE);
    }

    /**
     * Opens the store.
     *
     * @param database in whose transactions events end, or null
     * @throws QueueStoreException if the brokers cannot be reached within seconds, or do not fit
     */
    KafkaQueueStore open(MessageFormat format, EventHeaders headers, @Nullable JdbcQueueStore database) {
        slots();
        KafkaSettings settings = properties.kafka();
        KafkaQueueStore.Builder store = KafkaQueueStore.of(clients, format)
                .name(NAME)
                .prefix(settings.prefix())
                .headers(headers)
                .partitions(settings.partitions())
                .replication(settings.replication() == null ? BROKERS_DEFAULT : settings.replication())
                .transactionTimeout(settings.transactionTimeout())
                .compatibleDigests(settings.compatibleDigests())
                .remember(properties.queues().remember());
        return (database == null ? store : store.database(database)).build();
    }
}
