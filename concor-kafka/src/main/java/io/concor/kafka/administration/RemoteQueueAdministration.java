package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.record.Control;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.QueueTopics;
import io.concor.queues.row.DeadPage;
import io.concor.queues.row.DeadRow;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/**
 * What operators see of remote queues and do with them, those of slots that are gone too. Each call has clients of its own for a
 * while. Two that change one queue at the same time do so one after the other, in all processes. Thread-safe. Methods throw a {@link
 * QueueStoreException} if the brokers fail.
 */
public final class RemoteQueueAdministration {

    /** How many dead letters a page has at most. */
    public static final int MOST_IN_PAGE = 500;

    private static final int MOST_NUMBERS = 10;
    private static final int MOST_ATTEMPTS = 5;
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final ClientSettings clients;
    private final Admin admin;
    private final OutboxPurge outboxes;

    /** @param outboxes empties what is on its way to a queue */
    public RemoteQueueAdministration(ClientSettings clients, Admin admin, OutboxPurge outboxes) {
        this.clients = clients;
        this.admin = admin;
        this.outboxes = outboxes;
    }

    /** Deletes what waits in a database on its way to the queue of a slot. */
    @FunctionalInterface
    public interface OutboxPurge {

        /** Deletes it, but not what is being handed on. */
        void purge(String flow, String slot);
    }

    /**
     * Returns dead letters of a queue, the oldest first.
     *
     * @param after only those that came after the letter of this id; null: from the first
     * @param limit how many at most, 1 to {@link #MOST_IN_PAGE}
     */
    public List<LetterRecord> dead(String flow, String slot, @Nullable String after, int limit) {
        LetterLog log = log(flow, slot);
        List<LetterRecord> page = new ArrayList<>();
        Map<String, Long> places = letters(log);
        Long from = after == null ? null : places.get(after);
        List<Long> chosen = places.values().stream()
                .filter(place -> from == null || place > from)
                .sorted()
                .limit(Math.min(limit, MOST_IN_PAGE))
                .toList();
        log.read(chosen, (letter, place) -> page.add(letter));
        return page;
    }

    /** Returns a page of dead letters with their numbers: fewer if their messages are large. */
    DeadPage page(String flow, String slot, DeadPage.Part part) {
        LetterLog log = log(flow, slot);
        List<Long> left = letters(log).values().stream()
                .filter(place -> NumberedLetter.number(place) > part.after())
                .sorted()
                .toList();
        List<Long> chosen = left.subList(0, Math.min(left.size(), Math.min(part.limit(), MOST_IN_PAGE)));
        List<DeadRow> rows = new ArrayList<>();
        AtomicLong bytes = new AtomicLong();
        log.read(chosen, (letter, place) -> {
            NumberedLetter found = NumberedLetter.at(place, letter);
            long all = bytes.addAndGet(part.bodies() ? found.bytes() : 0);
            if (rows.isEmpty() || all <= part.mostBytes()) {
                rows.add(found.row(part.bodies()));
            }
        });
        return new DeadPage(rows, rows.size() == left.size());
    }

    /** Returns the numbers of the dead letters of one event, ascending, ten at most. */
    List<Long> numbers(String flow, String slot, String eventId) {
        LetterLog log = log(flow, slot);
        List<Long> numbers = new ArrayList<>();
        log.read(letters(log).values().stream().sorted().toList(), (letter, place) -> {
            if (letter.event().id().equals(eventId) && numbers.size() < MOST_NUMBERS) {
                numbers.add(NumberedLetter.number(place));
            }
        });
        return numbers;
    }

    private static Map<String, Long> letters(LetterLog log) {
        Map<String, Long> places = log.places();
        places.remove(LetterLog.PAUSED);
        return places;
    }

    /** Returns whether a person has paused a queue. */
    public boolean isPaused(String flow, String slot) {
        return log(flow, slot).places().containsKey(LetterLog.PAUSED);
    }

    private LetterLog log(String flow, String slot) {
        return new LetterLog(clients, admin, clients.names().of(flow, slot));
    }

    /** Has a queue hand out nothing, in any process, or ends that. What is on its way there out of a database comes nevertheless. */
    public void pause(String flow, String slot, boolean paused) {
        QueueTopics topics = clients.names().of(flow, slot);
        change(topics, "pause or resume the queue", producer -> {
            ProducerRecord<byte[], byte[]> record = paused
                    ? new ProducerRecord<>(topics.dead(), 0, RecordCodec.key(LetterLog.PAUSED), new byte[] {1})
                    : RecordCodec.tombstone(topics.dead(), 0, LetterLog.PAUSED);
            producer.send(record);
            return 1;
        });
    }

    /** Moves dead letters back into their queue, with no attempt counted. Returns how many. */
    public long requeue(String flow, String slot, LetterChoice choice) {
        return each(flow, slot, choice, "requeue dead letters of the queue", letter -> {
            QueueTopics to = clients.names().of(flow, letter.slot());
            Integer partition = letter.partition() == LetterRecord.NOWHERE ? null : letter.partition();
            return RecordCodec.write(to.events(), partition, letter.event().requeued(letter.id()));
        });
    }

    /** Deletes dead letters. Returns how many. */
    public long delete(String flow, String slot, LetterChoice choice) {
        QueueTopics topics = clients.names().of(flow, slot);
        return each(flow, slot, choice, "delete dead letters of the queue", letter -> release(topics, letter));
    }

    private static @Nullable ProducerRecord<byte[], byte[]> release(QueueTopics topics, LetterRecord letter) {
        boolean holds = letter.failure().holds() && letter.partition() != LetterRecord.NOWHERE;
        return holds
                ? RecordCodec.write(
                        topics.events(),
                        letter.partition(),
                        EventRecord.control(Control.RELEASE, letter.id(), System.currentTimeMillis()))
                : null;
    }

    /** What becomes of a dead letter. */
    @FunctionalInterface
    private interface Fate {
        @Nullable
        ProducerRecord<byte[], byte[]> of(LetterRecord letter);
    }

    private long each(String flow, String slot, LetterChoice choice, String action, Fate fate) {
        QueueTopics topics = clients.names().of(flow, slot);
        LetterLog log = log(flow, slot);
        long end = log.end(); // what dies again meanwhile is not chosen again
        long all = 0;
        long last = MOST_IN_PAGE;
        while (last == MOST_IN_PAGE) {
            last = change(topics, action, producer -> some(topics, log, end, choice, fate, producer));
            all += last;
        }
        return all;
    }

    /** Reads behind the fence of the producer: what others have changed before is seen. */
    private static int some(
            QueueTopics topics,
            LetterLog log,
            long end,
            LetterChoice choice,
            Fate fate,
            KafkaProducer<byte[], byte[]> producer) {
        List<Long> places = letters(log).values().stream()
                .filter(place -> place < end)
                .sorted()
                .toList();
        List<LetterRecord> chosen = new ArrayList<>();
        log.read(places, (letter, place) -> {
            if (chosen.size() < MOST_IN_PAGE && fits(choice, letter, place)) {
                chosen.add(letter);
            }
        });
        for (LetterRecord letter : chosen) {
            ProducerRecord<byte[], byte[]> put = fate.of(letter);
            if (put != null) {
                producer.send(put);
            }
            producer.send(RecordCodec.tombstone(topics.dead(), 0, letter.id()));
        }
        return chosen.size();
    }

    private static boolean fits(LetterChoice choice, LetterRecord letter, long place) {
        String id = choice.id();
        Long number = choice.number();
        String error = choice.error();
        Long older = choice.olderThanMillis();
        String found = letter.failure().errorType();
        return (number == null || number == NumberedLetter.number(place))
                && (id == null || id.equals(letter.event().id()) || id.equals(letter.id()))
                && (error == null || found.equals(error) || found.endsWith("." + error))
                && (older == null
                        || System.currentTimeMillis() - letter.event().tries().lastFailed() >= older);
    }

    /** Deletes what waits in a queue, is delayed, or is a dead letter; not what is in work. Returns how many dead letters. */
    public long purge(String flow, String slot) {
        outboxes.purge(flow, slot);
        long dead = delete(flow, slot, LetterChoice.ALL);
        QueueTopics topics = clients.names().of(flow, slot);
        String action = "purge the queue " + flow + "." + slot;
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        for (TopicPartition each : partitions(topics, action)) {
            all.put(each, RecordsToDelete.beforeOffset(end(each, action)));
        }
        change(topics, "purge the queue", producer -> {
            EventRecord purge = EventRecord.control(Control.PURGE, null, System.currentTimeMillis());
            all.keySet().forEach(each -> producer.send(RecordCodec.write(each.topic(), each.partition(), purge)));
            return all.size();
        });
        KafkaCalls.await(action, admin.deleteRecords(all).all()); // what says that they are purged stays
        return dead;
    }

    private List<TopicPartition> partitions(QueueTopics topics, String action) {
        TopicDescription events = KafkaCalls.await(
                action,
                admin.describeTopics(List.of(topics.events())).topicNameValues().get(topics.events()));
        return events.partitions().stream()
                .map(each -> new TopicPartition(topics.events(), each.partition()))
                .toList();
    }

    private long end(TopicPartition partition, String action) {
        return KafkaCalls.await(
                        action,
                        admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                                .partitionResult(partition))
                .offset();
    }

    /** A change of a queue, in a transaction. */
    @FunctionalInterface
    private interface Change {
        int with(KafkaProducer<byte[], byte[]> producer);
    }

    /** Of two that change a queue at once, the later one ends the transaction of the first, which then begins anew. */
    private int change(QueueTopics topics, String action, Change change) {
        for (int left = MOST_ATTEMPTS; ; left--) {
            KafkaProducer<byte[], byte[]> producer = clients.administrator(topics.events());
            Duration patience =
                    Duration.ZERO; // after a failure: it would end its transaction first, however long that takes
            try {
                producer.initTransactions();
                producer.beginTransaction();
                int changed = change.with(producer);
                producer.commitTransaction();
                patience = CLOSE;
                return changed;
            } catch (ProducerFencedException | InvalidProducerEpochException other) {
                if (left == 1) {
                    throw failure(topics, action, other);
                }
            } catch (KafkaException failed) {
                throw failure(topics, action, failed);
            } finally {
                producer.close(patience);
            }
        }
    }

    private static QueueStoreException failure(QueueTopics topics, String action, KafkaException failed) {
        return KafkaCalls.failure(Sentence.of("%s of the topic '%s'", action, topics.events()), failed);
    }
}
