package io.concor.kafka.member;

import io.concor.kafka.topic.KafkaCalls;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The topic in which the processes of a flow publish themselves. Thread-safe.
 *
 * @param partition its only partition
 */
record MemberTopic(KafkaProducer<byte[], byte[]> producer, TopicPartition partition) {

    private static final long MOST_SECONDS = 30;

    static final String WORK = "tell other processes of its flows";

    /**
     * At the end of the key of a record that says only that a process is still there: of the records of a key, the topic keeps the last
     * one only.
     */
    private static final String BEAT = " beat";

    private static final byte[] NOTHING = {};

    /** Publishes a process; later, without waiting. */
    void publish(String instance, MemberRecord member, Callback outcome) {
        producer.send(record(instance, member.bytes()), outcome);
    }

    /** Says that a process that has published itself is still there; later, without waiting. */
    void beat(String instance, Callback outcome) {
        producer.send(record(instance + BEAT, NOTHING), outcome);
    }

    /** Removes a process; later, without waiting. */
    void remove(String instance, Callback outcome) {
        producer.send(record(instance + BEAT, null), outcome); // first: if that is all, others remove the rest later
        producer.send(record(instance, null), outcome);
    }

    /** Returns which process the key of a record says is still there; null if the record is of another kind. */
    static @Nullable String beating(String key) {
        return key.endsWith(BEAT) ? key.substring(0, key.length() - BEAT.length()) : null;
    }

    /**
     * Publishes a process, and waits until the broker has it.
     *
     * @throws io.concor.QueueStoreException if it cannot be published
     */
    RecordMetadata publishNow(String instance, MemberRecord member) {
        try {
            return producer.send(record(instance, member.bytes())).get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw KafkaCalls.failure(WORK, failed.getCause() == null ? failed : failed.getCause());
        } catch (TimeoutException | RuntimeException failed) {
            throw KafkaCalls.failure(WORK, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw KafkaCalls.failure(WORK, interrupted);
        }
    }

    private ProducerRecord<byte[], byte[]> record(String instance, byte @Nullable [] value) {
        return new ProducerRecord<>(
                partition.topic(), partition.partition(), instance.getBytes(StandardCharsets.UTF_8), value);
    }
}
