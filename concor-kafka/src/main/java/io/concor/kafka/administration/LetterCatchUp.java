package io.concor.kafka.administration;

import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.LazyConsumer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads dead letters that lay there before their queues were followed, or were too many. For one thread. */
final class LetterCatchUp implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(50);

    private final LazyConsumer consumer;
    private final Map<TopicPartition, Long> next = new HashMap<>();

    LetterCatchUp(ClientSettings clients) {
        consumer = new LazyConsumer(clients::reader);
    }

    /** Reads some. Without any queue, it needs no client. */
    void advance(Map<TopicPartition, FollowedQueue> behind) {
        if (behind.isEmpty()) {
            close();
            return;
        }
        KafkaConsumer<byte[], byte[]> present = consumer.get();
        seek(present, behind);
        for (ConsumerRecord<byte[], byte[]> found : present.poll(STEP)) {
            FollowedQueue of = behind.get(new TopicPartition(found.topic(), found.partition()));
            if (of != null && found.key() != null) {
                of.index().take(found);
            }
        }
        behind.forEach((partition, of) -> {
            long position = present.position(partition);
            next.put(partition, position);
            of.index().read(position);
            of.caughtUp();
        });
    }

    private void seek(KafkaConsumer<byte[], byte[]> present, Map<TopicPartition, FollowedQueue> behind) {
        if (!present.assignment().equals(behind.keySet())) {
            present.assign(behind.keySet());
            next.keySet().retainAll(behind.keySet());
        }
        behind.forEach((partition, of) -> {
            long from = of.index().readTo();
            Long reads = next.get(partition);
            if (reads == null || reads != from) {
                present.seek(partition, from);
            }
        });
    }

    @Override
    public void close() {
        next.clear();
        consumer.close();
    }
}
