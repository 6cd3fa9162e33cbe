package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.record.Control;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.HeldKey;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.QueueTopics;
import io.concor.queues.row.DeadPage;
import io.concor.queues.row.DeadRow;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
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
    private static final long MOST_BYTES_IN_PAGE = 8L << 20;
    /** So long a person waits for dead letters to be read, or to be moved. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ClientSettings clients;
    private final Admin admin;
    private final OutboxPurge outboxes;
    private final LetterFollower letters;
    private final Function<String, Optional<OpenQueue>> open;
    private final Duration patience;

    /**
     * @param outboxes empties what is on its way to a queue
     * @param letters knows which dead letters there are
     * @param open the queues that are open in this process, by their names
     */
    public RemoteQueueAdministration(
            ClientSettings clients,
            Admin admin,
            OutboxPurge outboxes,
            LetterFollower letters,
            Function<String, Optional<OpenQueue>> open) {
        this(clients, admin, outboxes, letters, open, PATIENCE);
    }

    RemoteQueueAdministration(
            ClientSettings clients,
            Admin admin,
            OutboxPurge outboxes,
            LetterFollower letters,
            Function<String, Optional<OpenQueue>> open,
            Duration patience) {
        this.clients = clients;
        this.admin = admin;
        this.outboxes = outboxes;
        this.letters = letters;
        this.open = open;
        this.patience = patience;
    }

    /** Deletes what waits in a database on its way to the queue of a slot. */
    @FunctionalInterface
    public interface OutboxPurge {

        /** Deletes it, but not what is being handed on. */
        void purge(String flow, String slot);
    }

    /**
     * Returns dead letters of a queue, the oldest first: fewer if they are large.
     *
     * @param after only those that came after the letter of this id; null: from the first
     * @param limit how many at most, 1 to {@link #MOST_IN_PAGE}
     */
    public List<LetterRecord> dead(String flow, String slot, @Nullable String after, int limit) {
        LetterLog log = log(flow, slot);
        LetterIndex index = known(flow, slot, log);
        Long from = after == null ? null : index.place(after);
        List<Long> places = index.choose(
                        each -> from == null || each.place() > from, Math.min(limit, MOST_IN_PAGE), MOST_BYTES_IN_PAGE)
                .places();
        return log.read(places).stream().map(RecordCodec::readLetter).toList();
    }

    /** Returns a page of dead letters with their numbers: fewer if they are large. */
    DeadPage page(String flow, String slot, DeadPage.Part part) {
        LetterLog log = log(flow, slot);
        LetterIndex.Choice choice = known(flow, slot, log)
                .choose(
                        each -> NumberedLetter.number(each.place()) > part.after(),
                        Math.min(part.limit(), MOST_IN_PAGE),
                        part.mostBytes());
        List<DeadRow> rows = log.read(choice.places()).stream()
                .map(each -> NumberedLetter.at(each.offset(), RecordCodec.readLetter(each))
                        .row(part.bodies()))
                .toList();
        return new DeadPage(rows, choice.finished());
    }

    /** Returns the numbers of the dead letters of one event, ascending, ten at most. */
    List<Long> numbers(String flow, String slot, String eventId) {
        String name = HeldKey.name(eventId);
        return known(flow, slot, log(flow, slot))
                .choose(each -> each.event().equals(name), MOST_NUMBERS, Long.MAX_VALUE)
                .places()
                .stream()
                .map(NumberedLetter::number)
                .toList();
    }

    /** Returns whether a person has paused a queue. */
    public boolean isPaused(String flow, String slot) {
        return read(flow, slot, log(flow, slot)).isPaused();
    }

    private LetterIndex known(String flow, String slot, LetterLog log) {
        return read(flow, slot, log).index();
    }

    private FollowedQueue read(String flow, String slot, LetterLog log) {
        QueueTopics topics = clients.names().of(flow, slot);
        return letters.read(topics, log.end(), patience)
                .orElseThrow(() -> new QueueStoreException(
                        Sentence.of(
                                "The dead letters of the topic '%s' are being read, which takes longer than %d seconds. Try"
                                        + " again in a while",
                                topics.dead(), patience.toSeconds()),
                        false,
                        null));
    }

    private LetterLog log(String flow, String slot) {
        return new LetterLog(clients, admin, clients.names().of(flow, slot));
    }

    /**
     * Has a queue hand out nothing, or ends that: in this process before it returns, in others soon. What is on its way there out of a
     * database comes nevertheless.
     */
    public void pause(String flow, String slot, boolean paused) {
        QueueTopics topics = clients.names().of(flow, slot);
        byte[] key = RecordCodec.key(LetterIndex.PAUSED);
        new QueueChanges(clients, topics, "pause or resume the queue").inTransaction(producer -> {
            ProducerRecord<byte[], byte[]> record = paused
                    ? new ProducerRecord<>(topics.dead(), 0, key, new byte[] {1})
                    : RecordCodec.tombstone(topics.dead(), 0, key);
            producer.send(record);
        });
        read(flow, slot, log(flow, slot)); // this process follows what it has written, too
    }

    /**
     * Moves dead letters back into their queue, with no attempt counted. Returns how many.
     *
     * @throws QueueStoreException also if it takes too long, or brokers do not take some; others are moved then, which it says
     */
    public long requeue(String flow, String slot, LetterChoice choice) {
        LetterReturn back = back(flow, slot);
        return each(flow, slot, choice, "requeue dead letters of the queue", back::requeued);
    }

    /**
     * Deletes dead letters. Returns how many.
     *
     * @throws QueueStoreException also if it takes too long; others are deleted then, which it says
     */
    public long delete(String flow, String slot, LetterChoice choice) {
        LetterReturn back = back(flow, slot);
        return each(flow, slot, choice, "delete dead letters of the queue", back::released);
    }

    private LetterReturn back(String flow, String slot) {
        TopicDescription events = describe(clients.names().of(flow, slot), "find the topic of the queue");
        OpenQueue here = open.apply(flow + "." + slot).orElse(null);
        return new LetterReturn(
                events.name(), events.topicId(), events.partitions().size(), slot, here);
    }

    private long each(String flow, String slot, LetterChoice choice, String action, LetterDecision.Fate fate) {
        QueueTopics topics = clients.names().of(flow, slot);
        LetterDecision decision = new LetterDecision(topics, letters, log(flow, slot), choice, fate, patience);
        new QueueChanges(clients, topics, action).run(decision);
        return decision.done();
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
        new QueueChanges(clients, topics, "purge the queue").inTransaction(producer -> {
            EventRecord purge = EventRecord.control(Control.PURGE, null, System.currentTimeMillis());
            all.keySet().forEach(each -> producer.send(RecordCodec.write(each.topic(), each.partition(), purge)));
        });
        KafkaCalls.await(action, admin.deleteRecords(all).all()); // what says that they are purged stays
        return dead;
    }

    private List<TopicPartition> partitions(QueueTopics topics, String action) {
        return describe(topics, action).partitions().stream()
                .map(each -> new TopicPartition(topics.events(), each.partition()))
                .toList();
    }

    private TopicDescription describe(QueueTopics topics, String action) {
        return KafkaCalls.await(
                action,
                admin.describeTopics(List.of(topics.events())).topicNameValues().get(topics.events()));
    }

    private long end(TopicPartition partition, String action) {
        return KafkaCalls.await(
                        action,
                        admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                                .partitionResult(partition))
                .offset();
    }
}
