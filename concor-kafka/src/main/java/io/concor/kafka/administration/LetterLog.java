package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.QueueTopics;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The topic of the dead letters of a queue. For one thread. */
final class LetterLog {

    private static final Duration STEP = Duration.ofMillis(100);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** Where more of what lies between two places is wanted than one of so many, all of it is read. */
    private static final int DENSE = 8;

    private final ClientSettings clients;
    private final Admin admin;
    private final TopicPartition partition;

    LetterLog(ClientSettings clients, Admin admin, QueueTopics topics) {
        this.clients = clients;
        this.admin = admin;
        partition = new TopicPartition(topics.dead(), 0);
    }

    /**
     * Returns the records of dead letters.
     *
     * @param places where they lie, in ascending order
     */
    List<ConsumerRecord<byte[], byte[]>> read(List<Long> places) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        if (!places.isEmpty()) {
            long span = places.get(places.size() - 1) - places.get(0);
            boolean dense = span / DENSE <= places.size();
            try (KafkaConsumer<byte[], byte[]> consumer = dense ? clients.reader() : clients.firstReader()) {
                read(consumer, places, dense, found);
            } catch (KafkaException failed) {
                throw KafkaCalls.failure("read dead letters", failed);
            }
        }
        return found;
    }

    private void read(
            KafkaConsumer<byte[], byte[]> consumer,
            List<Long> places,
            boolean dense,
            List<ConsumerRecord<byte[], byte[]>> found) {
        long began = System.nanoTime();
        consumer.assign(List.of(partition));
        consumer.seek(partition, places.get(0));
        int next = 0;
        while (next < places.size()) {
            for (ConsumerRecord<byte[], byte[]> each : consumer.poll(STEP).records(partition)) {
                next = behind(places, next, each.offset());
                if (next < places.size() && places.get(next) == each.offset() && each.value() != null) {
                    found.add(each);
                }
            }
            long position = consumer.position(partition);
            next = behind(places, next, position);
            if (!dense && next < places.size() && places.get(next) > position) {
                consumer.seek(partition, places.get(next));
            }
            requireTime(began);
        }
    }

    /** Returns the index of the first place from one on: what lay at those before is gone by now. */
    private static int behind(List<Long> places, int from, long offset) {
        int next = from;
        while (next < places.size() && places.get(next) < offset) {
            next++;
        }
        return next;
    }

    /** Returns where the next one will lie. */
    long end() {
        return KafkaCalls.await(
                        "look for dead letters",
                        admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                                .partitionResult(partition))
                .offset();
    }

    private void requireTime(long began) {
        if (System.nanoTime() - began > MOST_NANOS) {
            throw new QueueStoreException(
                    Sentence.of(
                            "Dead letters of the topic '%s' could not be read within %d seconds. Try again",
                            partition.topic(), TimeUnit.NANOSECONDS.toSeconds(MOST_NANOS)),
                    false,
                    null);
        }
    }
}
