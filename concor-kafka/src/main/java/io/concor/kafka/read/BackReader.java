package io.concor.kafka.read;

import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.LazyConsumer;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads events again of which no copy was kept. For the reader's thread. */
final class BackReader implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(100);

    private final LazyConsumer consumer;
    private @Nullable TopicPartition awaited;
    private long awaitedFrom;

    BackReader(ClientSettings clients) {
        consumer = new LazyConsumer(clients::reader);
    }

    /** Returns what lies at a place and behind it, as much as comes at once; nothing if the broker does not answer soon. */
    List<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition, long from) {
        KafkaConsumer<byte[], byte[]> present = consumer.get();
        if (!partition.equals(awaited) || from != awaitedFrom) { // else the answer is on its way
            present.assign(List.of(partition));
            present.seek(partition, from);
        }
        List<ConsumerRecord<byte[], byte[]>> found = present.poll(STEP).records(partition);
        awaited = found.isEmpty() ? partition : null;
        awaitedFrom = from;
        return found;
    }

    @Override
    public void close() {
        awaited = null;
        consumer.close();
    }
}
