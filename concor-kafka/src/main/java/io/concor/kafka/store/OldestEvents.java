package io.concor.kafka.store;

import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.ClientSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads when the first events of partitions were put that are not done. For one thread. */
final class OldestEvents implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(50);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ClientSettings clients;
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;

    OldestEvents(ClientSettings clients) {
        this.clients = clients;
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
        KafkaConsumer<byte[], byte[]> present = consumer();
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

    private KafkaConsumer<byte[], byte[]> consumer() {
        KafkaConsumer<byte[], byte[]> present = consumer;
        if (present == null) {
            present = clients.firstReader();
            consumer = present;
        }
        return present;
    }

    @Override
    public void close() {
        KafkaConsumer<byte[], byte[]> present = consumer;
        consumer = null;
        if (present != null) {
            present.close(CloseOptions.timeout(Duration.ZERO));
        }
    }
}
