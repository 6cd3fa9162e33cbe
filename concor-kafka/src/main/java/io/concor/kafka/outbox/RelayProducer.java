package io.concor.kafka.outbox;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.write.RemotePut;
import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Puts events of an outbox into their queue, together with which rows those were, in one transaction. All processes that share the
 * outbox use the same name for it, so that who is ready has ended what a former one had begun. What is refused alone, and not for
 * the state of the brokers, becomes a dead letter of the queue. For one thread.
 */
final class RelayProducer implements AutoCloseable {

    /** Where it is written which rows were put: one place for each outbox. */
    private static final int PARTITION = 0;

    private static final Duration CLOSE = Duration.ofSeconds(2);
    private static final long ANSWER_SECONDS = 1;

    private final OpenQueue target;
    private final String name;
    private final byte[] key;
    private final ClientSettings clients;
    private final LastRelayed last;
    private final DatabaseHealth health;
    private RelayedRows relayed = new RelayedRows();
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    /** What was refused last. */
    private @Nullable RefusedRow refused;

    /** @param name the same in all processes that share the outbox */
    RelayProducer(OpenQueue target, String name, OutboxParts parts) {
        this.target = target;
        this.name = name;
        this.clients = parts.clients();
        this.health = parts.health();
        key = RecordCodec.key("outbox " + name);
        last = new LastRelayed(parts, new TopicPartition(target.topics().state(), PARTITION), key);
    }

    /**
     * Ends what a former transaction may have begun, and finds out what it has put. Blocks. Does nothing if this one has put last,
     * as far as is known.
     *
     * @throws RuntimeException if the brokers fail, or the topics of the queue are others by now
     */
    void prepare() {
        target.requireUsable();
        if (producer == null) {
            KafkaProducer<byte[], byte[]> fresh = clients.relay(name);
            producer = fresh;
            fresh.initTransactions();
            relayed = last.read();
        }
    }

    /**
     * Puts those events that were not put before. Called while the rows of all of them are locked in the database, and to be
     * followed by its commit.
     *
     * @throws RuntimeException if the brokers fail, or another process has become ready since: then it may not be known whether they
     *     were put
     */
    void put(List<OutboxEvent> batch) {
        List<OutboxEvent> fresh =
                batch.stream().filter(event -> !relayed.contains(event)).toList();
        if (!fresh.isEmpty()) {
            relayed.removeBelow(batch.stream().mapToLong(OutboxEvent::row).min().orElse(0));
            relayed.add(batch); // also those put before: this record takes the place of the one that says so
            put(fresh, relayed.write());
        }
    }

    /** A failure is known at once if the topic is not: then each further record would wait as long for it. */
    private static void requireTaken(Future<RecordMetadata> answer) {
        Throwable failed = KafkaCalls.failureSoFar(answer);
        if (failed != null) {
            throw new KafkaException("A record could not be put into Kafka", failed);
        }
    }

    private void put(List<OutboxEvent> fresh, byte[] rows) {
        KafkaProducer<byte[], byte[]> ready = Objects.requireNonNull(producer);
        List<Future<RecordMetadata>> events = new ArrayList<>();
        try {
            ready.beginTransaction();
            for (OutboxEvent event : fresh) {
                Future<RecordMetadata> answer = ready.send(record(event));
                events.add(answer);
                requireTaken(answer);
            }
            requireTaken(ready.send(new ProducerRecord<>(target.topics().state(), PARTITION, key, rows)));
            ready.commitTransaction(); // it fails if a record was refused
        } catch (KafkaException failed) {
            lookWhetherRefused(fresh, events);
            throw failed;
        }
        target.depth().grew((int)
                fresh.stream().filter(event -> refusal(event) == null).count());
    }

    /** Returns what was refused of an event; null if nothing was. */
    private @Nullable RefusedRow refusal(OutboxEvent event) {
        RefusedRow last = refused;
        return last != null && last.isOf(event) ? last : null;
    }

    private ProducerRecord<byte[], byte[]> record(OutboxEvent event) {
        RefusedRow refusal = refusal(event);
        return refusal == null ? target.recordOf(event.record()) : refusal.letter(target);
    }

    /** Of several, brokers do not say which one they refuse: the relay puts fewer then. */
    private void lookWhetherRefused(List<OutboxEvent> fresh, List<Future<RecordMetadata>> answers) {
        Throwable reason = fresh.size() == 1 && answers.size() == 1 ? failure(answers.get(0)) : null;
        if (reason != null && RemotePut.isOfRecord(reason)) {
            OutboxEvent event = fresh.get(0);
            RefusedRow before = refusal(event);
            refused = new RefusedRow(event, before == null ? reason : before.reason(), before != null);
        }
    }

    /** The transaction may fail by a record a moment before the record does. */
    private static @Nullable Throwable failure(Future<RecordMetadata> answer) {
        try {
            answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException failed) {
            return failed.getCause();
        } catch (TimeoutException unknown) {
            return null;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** The rows of a batch are gone from the database. */
    void gone(List<OutboxEvent> batch) {
        relayed.remove(batch);
        RefusedRow present = refused;
        if (present != null && batch.stream().anyMatch(present::isOf)) {
            health.notice(present.notice(target));
            refused = null;
        }
    }

    /** Something has failed: it has to be {@linkplain #prepare prepared} again. What is open is aborted then, or by its timeout. */
    void renew() {
        close(Duration.ZERO);
    }

    @Override
    public void close() {
        close(CLOSE);
    }

    private void close(Duration patience) {
        KafkaProducer<byte[], byte[]> present = producer;
        producer = null;
        if (present != null) {
            present.close(patience);
        }
    }
}
