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

    /** Publishes a process; later, without waiting. */
    void publish(String instance, MemberRecord member, Callback outcome) {
        producer.send(record(instance, member.bytes()), outcome);
    }

    /** Removes a process; later, without waiting. */
    void remove(String instance, Callback outcome) {
        producer.send(record(instance, null), outcome);
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
