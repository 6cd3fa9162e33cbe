package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.topic.KafkaCalls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps checkpoints as offsets of groups, which have the names of the topics. For one thread. */
final class LetterCheckpoints {

    private static final Logger LOG = LoggerFactory.getLogger(LetterCheckpoints.class);
    private static final String ACTION = "look for dead letters";

    private final Admin admin;
    /** What is being kept. */
    private final Map<TopicPartition, KafkaFuture<Void>> keeping = new HashMap<>();

    LetterCheckpoints(Admin admin) {
        this.admin = admin;
    }

    /**
     * Returns the last one of a topic.
     *
     * @throws QueueStoreException if the topic is not there, or brokers do not answer
     */
    LetterCheckpoint find(TopicPartition partition) {
        String name = partition.topic();
        Uuid topic = KafkaCalls.await(
                        ACTION,
                        admin.describeTopics(List.of(name)).topicNameValues().get(name),
                        RemoteQueues.PATIENCE)
                .topicId();
        return LetterCheckpoint.read(kept(partition), topic);
    }

    /** Without it, more is read. */
    private @Nullable OffsetAndMetadata kept(TopicPartition partition) {
        try {
            return KafkaCalls.await(
                            ACTION,
                            admin.listConsumerGroupOffsets(partition.topic()).partitionsToOffsetAndMetadata(),
                            RemoteQueues.PATIENCE)
                    .get(partition);
        } catch (QueueStoreException failed) {
            LOG.debug("The offset of the group {} cannot be read: all of its topic is", partition.topic(), failed);
            return null;
        }
    }

    /** Keeps one, if the one before is kept. Does not wait. */
    void keep(TopicPartition partition, LetterCheckpoint checkpoint) {
        keeping.values().removeIf(KafkaFuture::isDone);
        if (!keeping.containsKey(partition)) {
            keeping.put(
                    partition,
                    admin.alterConsumerGroupOffsets(partition.topic(), Map.of(partition, checkpoint.write()))
                            .all()
                            .whenComplete((done, failed) -> complain(partition, failed)));
        }
    }

    private static void complain(TopicPartition partition, @Nullable Throwable failed) {
        if (failed != null) {
            LOG.debug("The offset of the group {} cannot be kept: a start takes longer", partition.topic(), failed);
        }
    }
}
