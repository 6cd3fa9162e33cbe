package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.QueueTopics;
import io.concor.text.Sentence;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The dead letters of a queue, as their topic has them now. For one thread. */
final class LetterLog {

    /** What has this key says that the queue is paused. */
    static final String PAUSED = "concor-paused";

    private static final Duration STEP = Duration.ofMillis(100);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final ClientSettings clients;
    private final Admin admin;
    private final TopicPartition partition;

    LetterLog(ClientSettings clients, Admin admin, QueueTopics topics) {
        this.clients = clients;
        this.admin = admin;
        partition = new TopicPartition(topics.dead(), 0);
    }

    /** Returns the ids of what is there, in the order in which it came, and where it lies. */
    Map<String, Long> places() {
        Map<String, Long> places = new LinkedHashMap<>();
        scan(0, end(), found -> {
            String id = new String(found.key(), StandardCharsets.UTF_8);
            places.remove(id);
            if (found.value() != null) {
                places.put(id, found.offset());
            }
        });
        return places;
    }

    /**
     * Reads letters.
     *
     * @param places where they lie, in ascending order
     * @param reader is given each with its place
     */
    void read(List<Long> places, ObjLongConsumer<LetterRecord> reader) {
        Set<Long> wanted = new HashSet<>(places);
        if (!places.isEmpty()) {
            scan(places.get(0), places.get(places.size() - 1) + 1, found -> {
                if (wanted.contains(found.offset())) {
                    reader.accept(RecordCodec.readLetter(found), found.offset());
                }
            });
        }
    }

    /** Returns where the next one will lie. */
    long end() {
        return offset(OffsetSpec.latest());
    }

    private long offset(OffsetSpec which) {
        return KafkaCalls.await(
                        "look for dead letters",
                        admin.listOffsets(Map.of(partition, which)).partitionResult(partition))
                .offset();
    }

    /** Reads all that is committed between two places. The second may lie behind open transactions: those are awaited. */
    private void scan(long from, long to, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        long began = System.nanoTime();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.reader()) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
            while (consumer.position(partition) < to) {
                for (ConsumerRecord<byte[], byte[]> found : consumer.poll(STEP).records(partition)) {
                    if (found.key() != null) {
                        reader.accept(found);
                    }
                }
                requireTime(began);
            }
        } catch (KafkaException failed) {
            throw KafkaCalls.failure("read dead letters", failed);
        }
    }

    private void requireTime(long began) {
        if (System.nanoTime() - began > MOST_NANOS) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The dead letters of the topic '%s' could not be read within %d seconds. Try again",
                            partition.topic(), TimeUnit.NANOSECONDS.toSeconds(MOST_NANOS)),
                    false,
                    null);
        }
    }
}
