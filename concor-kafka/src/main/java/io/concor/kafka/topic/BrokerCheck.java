package io.concor.kafka.topic;

import io.concor.QueueStoreException;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the start whether brokers fit, as far as the user of the store may know it. For one thread. */
public final class BrokerCheck {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerCheck.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int NEEDED_TRANSACTIONS = 2;
    private static final String LONGEST_TRANSACTION = "transaction.max.timeout.ms";
    /** What brokers keep there is needed for each end of an event. */
    private static final List<String> OF_BROKERS = List.of("__transaction_state", "__consumer_offsets");

    private final Admin admin;

    public BrokerCheck(Admin admin) {
        this.admin = admin;
    }

    /**
     * Requires that the brokers fit.
     *
     * @param transactionTimeout how long a transaction of the store may last
     * @throws QueueStoreException if they cannot be reached, or do not fit
     */
    public void require(Duration transactionTimeout) {
        requireTransactions();
        Collection<Node> brokers =
                KafkaCalls.await("reach its brokers", admin.describeCluster().nodes());
        brokers.stream().findFirst().ifPresent(broker -> requireLongest(broker, transactionTimeout));
        if (brokers.size() > 1) {
            warnOfSingleReplicas();
        }
    }

    private void requireTransactions() {
        short transactions = KafkaCalls.await(
                        "reach its brokers", admin.describeFeatures().featureMetadata())
                .finalizedFeatures()
                .entrySet()
                .stream()
                .filter(feature -> feature.getKey().equals("transaction.version"))
                .map(feature -> feature.getValue().maxVersionLevel())
                .findFirst()
                .orElse((short) 0);
        if (transactions < NEEDED_TRANSACTIONS) {
            throw refused(Sentence.of(
                    "The Kafka store needs brokers of version 4 with transaction.version 2; these have %d."
                            + " Raise it by kafka-features.sh upgrade --feature transaction.version=2",
                    transactions));
        }
    }

    private void requireLongest(Node broker, Duration transactionTimeout) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker.idString());
        Optional<Config> found =
                ifKnown(admin.describeConfigs(List.of(resource)).values().get(resource));
        ConfigEntry longest =
                found.map(config -> config.get(LONGEST_TRANSACTION)).orElse(null);
        String millis = longest == null ? null : longest.value();
        if (millis != null && transactionTimeout.toMillis() > Long.parseLong(millis)) {
            throw refused(Sentence.of(
                    "The transaction timeout of the Kafka store is %d ms; the brokers allow at most %s ms (%s). Lower it, or"
                            + " raise that",
                    transactionTimeout.toMillis(), millis, LONGEST_TRANSACTION));
        }
    }

    private void warnOfSingleReplicas() {
        Map<String, KafkaFuture<TopicDescription>> topics =
                admin.describeTopics(OF_BROKERS).topicNameValues();
        for (String topic : OF_BROKERS) {
            ifKnown(topics.get(topic)).ifPresent(BrokerCheck::warnOfSingleReplica);
        }
    }

    private static void warnOfSingleReplica(TopicDescription topic) {
        if (topic.partitions().stream().anyMatch(each -> each.replicas().size() < 2)) {
            LOG.warn(
                    "The topic '{}' of the brokers has one replica: while its broker is away, events do not end. Give it three by"
                            + " kafka-reassign-partitions.sh",
                    topic.name());
        }
    }

    /** What is not there yet, or may not be known, is not looked at. */
    private static <T> Optional<T> ifKnown(@Nullable KafkaFuture<T> answer) {
        try {
            return Optional.of(KafkaCalls.await("look at its brokers", answer, PATIENCE));
        } catch (QueueStoreException unknown) {
            return Optional.empty();
        }
    }

    private static QueueStoreException refused(String text) {
        return new QueueStoreException(text, false, null);
    }
}
