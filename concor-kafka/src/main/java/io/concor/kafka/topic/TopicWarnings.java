package io.concor.kafka.topic;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.TopicDescription;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what is unwise about topics that can be used. Thread-safe. */
final class TopicWarnings {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWarnings.class);

    private final TopicSettings settings;
    private final AtomicBoolean warnedOfTrial = new AtomicBoolean();
    private final AtomicBoolean warnedOfStandstill = new AtomicBoolean();

    TopicWarnings(TopicSettings settings) {
        this.settings = settings;
    }

    static int replicas(TopicDescription topic) {
        return topic.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
    }

    /**
     * Looks at a topic.
     *
     * @param partitions how many are configured
     * @param inSync its {@code min.insync.replicas}; null if brokers do not say
     */
    void look(TopicDescription topic, int partitions, @Nullable String inSync) {
        int replicas = replicas(topic);
        if (replicas == 1 && warnedOfTrial.compareAndSet(false, true)) {
            LOG.warn(
                    "The topic '{}', and maybe others, has one replica, which is enough for trials only: events are lost"
                            + " with their broker. Give topics more by kafka-reassign-partitions.sh",
                    topic.name());
        }
        boolean stands = replicas > 1 && inSync != null && Integer.parseInt(inSync) >= replicas;
        if (stands && warnedOfStandstill.compareAndSet(false, true)) {
            LOG.warn(
                    "The topic '{}', and maybe others, has {} replicas, and min.insync.replicas is {}: while one broker is"
                            + " away, nothing can be written. Give topics three replicas by kafka-reassign-partitions.sh",
                    topic.name(),
                    replicas,
                    inSync);
        }
        if (replicas < settings.replication()) {
            LOG.warn(
                    "The topic '{}' has {} replicas; {} are configured. Fewer brokers may fail before events are lost",
                    topic.name(),
                    replicas,
                    settings.replication());
        }
        if (topic.partitions().size() != partitions) {
            LOG.warn(
                    "The topic '{}' has {} partitions, and keeps them; {} are configured",
                    topic.name(),
                    topic.partitions().size(),
                    partitions);
        }
    }

    /**
     * Looks at how leaders are elected. It is not refused: some brokers that others manage have it so for new topics.
     *
     * @param unclean its {@code unclean.leader.election.enable}; null if brokers do not say
     */
    void lookAtElections(TopicDescription topic, @Nullable String unclean) {
        if (Boolean.parseBoolean(unclean) && replicas(topic) > 1) {
            LOG.warn(
                    "The topic '{}' has unclean.leader.election.enable = true: what it keeps is lost if a broker becomes its"
                            + " leader that has missed some. Set it to false by kafka-configs.sh --alter",
                    topic.name());
        }
    }
}
