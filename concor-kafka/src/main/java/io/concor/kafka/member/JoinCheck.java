package io.concor.kafka.member;

import io.concor.QueueStoreException;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.queue.UnequalFlowException;
import io.concor.text.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The start of a process in a flow: it publishes itself as one that starts, reads who is there, and joins if no other process has a
 * different flow. For one thread.
 *
 * <p>A different one that was killed has left its last record, as one that lives has. So a start is refused only when such a process
 * publishes itself again; until then, or until it counts as gone, the start waits. Of two that start at the same time, the one waits that
 * began later: the other one does not look at it.
 */
final class JoinCheck {

    private static final Logger LOG = LoggerFactory.getLogger(JoinCheck.class);
    private static final Duration STEP = Duration.ofMillis(50);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final String own;
    private final MemberSettings settings;
    private final MemberTopic topic;
    private final MemberRecord first;
    private final MemberTable table;
    private final KafkaConsumer<byte[], byte[]> consumer;

    private JoinCheck(
            String own,
            MemberSettings settings,
            MemberTopic topic,
            MemberRecord first,
            KafkaConsumer<byte[], byte[]> consumer) {
        this.own = own;
        this.settings = settings;
        this.topic = topic;
        this.first = first;
        this.table = new MemberTable(first.flow().flow());
        this.consumer = consumer;
    }

    /**
     * Joins a flow.
     *
     * @param first what this process publishes of itself
     * @throws QueueStoreException if the brokers cannot be reached, or another process has a different flow
     */
    static SharedFlow join(ClientSettings clients, MemberSettings settings, MemberTopic topic, MemberRecord first) {
        try (KafkaConsumer<byte[], byte[]> consumer = clients.reader()) {
            consumer.assign(List.of(topic.partition()));
            consumer.seekToBeginning(List.of(topic.partition()));
            return new JoinCheck(clients.instance(), settings, topic, first, consumer).join();
        } catch (KafkaException failed) {
            throw KafkaCalls.failure(MemberTopic.WORK, failed);
        }
    }

    private SharedFlow join() {
        RecordMetadata published = publish(first);
        Beginning began = new Beginning(published.offset(), Instant.ofEpochMilli(published.timestamp()));
        try {
            awaitEqual(began);
            MemberRecord joined = first.later(began, true);
            publish(joined);
            return new SharedFlow(own, topic, joined, began.time(), table, settings);
        } catch (QueueStoreException | KafkaException refused) {
            topic.remove(own, (written, failed) -> {}); // if that fails, it is gone soon
            throw refused;
        }
    }

    /** What others have published before is known then. */
    private RecordMetadata publish(MemberRecord member) {
        RecordMetadata published = topic.publishNow(own, member);
        long began = System.nanoTime();
        while (table.position() <= published.offset()) {
            for (ConsumerRecord<byte[], byte[]> found : consumer.poll(STEP)) {
                table.take(found);
            }
            if (System.nanoTime() - began > MOST_NANOS) {
                throw new QueueStoreException(
                        Sentence.of(
                                "The topic '%s' could not be read within %d seconds. Check the brokers, and start again",
                                topic.partition().topic(), TimeUnit.NANOSECONDS.toSeconds(MOST_NANOS)),
                        false,
                        null);
            }
        }
        return published;
    }

    private void awaitEqual(Beginning began) {
        long beganNanos = System.nanoTime();
        long most = settings.gone().plus(settings.beat().multipliedBy(2)).toNanos();
        List<SeenMember> different = different(began);
        if (!different.isEmpty()) {
            LOG.info(
                    "Flow '{}': the instance '{}' has a different one. Waiting {} s at most to see whether it still runs",
                    first.flow().flow(),
                    different.get(0).published().name(),
                    TimeUnit.NANOSECONDS.toSeconds(most));
        }
        while (!different.isEmpty()) {
            boolean late = System.nanoTime() - beganNanos > most;
            different.stream()
                    .filter(other -> late || other.published().joined() && other.offset() > began.place())
                    .findFirst()
                    .ifPresent(other -> {
                        throw refused(other);
                    });
            LockSupport.parkNanos(this, settings.beat().toNanos() / 5);
            publish(first.later(began, false)); // so that time passes in the topic
            different = different(began);
        }
    }

    private List<SeenMember> different(Beginning began) {
        return table.living(settings.gone()).stream()
                .filter(other -> !other.instance().equals(own))
                .filter(other -> other.published().joined() || other.began().place() < began.place())
                .filter(other -> first.difference(other.published()) != null)
                .toList();
    }

    private QueueStoreException refused(SeenMember other) {
        String digest = other.published().flow().digest();
        UnequalFlowException unequal = new UnequalFlowException(
                first.flow(),
                other.shown(),
                Objects.requireNonNull(first.difference(other.published())),
                Sentence.of(
                        "Give both the same configuration. To replace instances one after the other, start the new ones with concor.kafka.compatible-digests: %s (in Java, KafkaQueueStore.Builder.compatibleDigests).",
                        digest));
        return new QueueStoreException(String.valueOf(unequal.getMessage()), false, unequal);
    }
}
