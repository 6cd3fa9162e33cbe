package io.concor.kafka.store;

import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.LazyConsumer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads when the first events of partitions were put that are not done. For one thread. */
final class OldestEvents implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(50);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LazyConsumer consumer;

    OldestEvents(ClientSettings clients) {
        consumer = new LazyConsumer(clients::firstReader);
    }

    /**
     * Returns when events were put, epoch milliseconds, as far as they can be read soon.
     *
     * @param places where the first event of each partition lies that is not done
     */
    Map<TopicPartition, Long> read(Map<TopicPartition, Long> places) {
        Map<TopicPartition, Long> putAt = new HashMap<>();
        if (places.isEmpty()) {
            return putAt;
        }
        KafkaConsumer<byte[], byte[]> present = consumer.get();
        present.assign(places.keySet());
        places.forEach(present::seek);
        Set<TopicPartition> left = new HashSet<>(places.keySet());
        long began = System.nanoTime();
        while (!left.isEmpty() && System.nanoTime() - began < MOST_NANOS) {
            for (ConsumerRecord<byte[], byte[]> found : present.poll(STEP)) {
                TopicPartition of = new TopicPartition(found.topic(), found.partition());
                if (left.remove(of)) {
                    putAt.put(of, RecordCodec.read(found).putAt());
                    present.pause(List.of(of));
                }
            }
        }
        return putAt;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
