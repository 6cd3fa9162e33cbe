package io.concor.kafka.event;

import io.concor.QueueStoreException;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.QueueTopics;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.UnreadableMessageException;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.event.EventDelivery;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.row.StoredText;
import io.concor.text.Sentence;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** A queue as this process has it open. Thread-safe. */
public final class OpenQueue {

    /** Events without a key have this in common where one thread serves. */
    private static final String ALL = "";

    private final QueueTopics topics;
    private final int partitions;
    private final MessageFormat formats;
    private final QueueActivity activity;
    private final KnownDepth depth;
    private final EventDelivery delivery;
    private final AtomicLong dead = new AtomicLong();
    private final Set<PartitionLease> leases = ConcurrentHashMap.newKeySet();
    private final Suspicion suspicion = new Suspicion();
    private final UnreadKeys unread = new UnreadKeys();
    private volatile QueueDefinition definition;
    private volatile MessageFormat format;
    private final AtomicReference<@Nullable ConsumerGroupMetadata> group = new AtomicReference<>();
    private volatile @Nullable OpenQueue next;
    private volatile boolean paused;
    private volatile boolean pauseKnown;
    private volatile boolean closed;

    /**
     * @param partitions how many its topic has
     * @param formats gives the format of each definition
     * @param activity counts what this process does with it
     */
    public OpenQueue(
            QueueDefinition definition,
            QueueTopics topics,
            int partitions,
            MessageFormat formats,
            QueueActivity activity) {
        this.definition = definition;
        this.topics = topics;
        this.partitions = partitions;
        this.formats = formats;
        this.activity = activity;
        delivery = new EventDelivery(definition.name());
        format = formats.of(definition);
        depth = new KnownDepth(activity, () -> this.definition.capacity());
    }

    public QueueTopics topics() {
        return topics;
    }

    public int partitions() {
        return partitions;
    }

    public QueueDefinition definition() {
        return definition;
    }

    public void use(QueueDefinition changed) {
        format = formats.of(changed);
        definition = changed;
    }

    /** Returns how many events wait, as far as this process knows. */
    public KnownDepth depth() {
        return depth;
    }

    /** Returns what hands its events to the flow. */
    public EventDelivery delivery() {
        return delivery;
    }

    /** Returns whether it is left alone, as something of it may be wrong. */
    public Suspicion suspicion() {
        return suspicion;
    }

    /** Returns the keys whose events wait for a process that knows their messages. */
    public UnreadKeys unread() {
        return unread;
    }

    /**
     * Requires that its topics are those with which it was opened, as far as is known.
     *
     * @throws QueueStoreException if they are others
     */
    public void requireUsable() {
        String reason = suspicion.lasting();
        if (reason != null) {
            throw new QueueStoreException(
                    Sentence.of("The queue %s cannot be used: %s", definition.name(), reason), false, null);
        }
    }

    /** Returns whether this process has closed it: what fails of it concerns the health of the store no longer. */
    public boolean isClosed() {
        return closed;
    }

    /** This process uses it no longer. What waits to be put until its topics are there again waits for nothing. */
    public void close() {
        closed = true;
        if (suspicion.isRaised() && suspicion.lasting() == null) {
            suspicion.lasts("it was closed before its topics could be used again. Put the event again");
        }
    }

    /** Returns what this process does with it. */
    public QueueActivity activity() {
        return activity;
    }

    /** The progress of a partition is known here. */
    void loaded(PartitionLease lease) {
        leases.add(lease);
    }

    /** Returns how many events that have ended here the brokers still count as waiting. */
    public long uncovered() {
        leases.removeIf(PartitionLease::isGone);
        return leases.stream().mapToLong(lease -> lease.progress().uncovered()).sum();
    }

    /** Returns whether this process owns a partition, and knows its progress. */
    public boolean owns(int partition) {
        return leases.stream().anyMatch(lease -> lease.partition() == partition && lease.isOwned());
    }

    /** Its events are handed on to another queue. */
    public void handsOnTo(OpenQueue other) {
        next = other;
    }

    /** Returns for how many events there is room where they are handed on to; many if that is not known. */
    public long roomBehind() {
        OpenQueue other = next;
        return other == null ? Long.MAX_VALUE : other.depth().room();
    }

    /** Returns how many dead letters there are, as far as this process knows. */
    public AtomicLong dead() {
        return dead;
    }

    /** Returns whether a person has paused it. */
    public boolean isPaused() {
        return paused;
    }

    public void paused(boolean changed) {
        paused = changed;
    }

    /** Returns whether it is known if a person has paused it, which is not at once when it is opened. */
    public boolean isPauseKnown() {
        return pauseKnown;
    }

    /** All was read that persons have decided so far. */
    public void knowsPause() {
        pauseKnown = true;
    }

    /** Returns this process as a member of the group, as its reader has seen it last; null if it is none. */
    public @Nullable ConsumerGroupMetadata group() {
        return group.get();
    }

    public void group(@Nullable ConsumerGroupMetadata seen) {
        group.set(seen);
    }

    /** A reader takes part no longer. Does nothing if another one has said since then that it does. */
    public void left(@Nullable ConsumerGroupMetadata seenLast) {
        group.compareAndSet(seenLast, null);
    }

    /**
     * Returns what events have in common that keep their order, or null if an event keeps none. Those of keyed components have keys,
     * which count also while one thread serves: that may change, and may be otherwise in another process.
     */
    public @Nullable String orderKey(@Nullable String key) {
        return switch (definition.order()) {
            case ANY -> null;
            case KEY -> key;
            case ONE -> key == null ? ALL : key;
        };
    }

    /** Returns whether an {@linkplain #orderKey order} is that of all events without a key. */
    public boolean isOrderOfAll(String order) {
        return definition.order() == Order.ONE && order.equals(ALL);
    }

    // messages

    /** Returns an event whose message is written. */
    public NewEvent prepare(NewEvent event) {
        StoredText.requireId(event.id());
        StoredText.requireKey(event.key());
        return new NewEvent(event.id(), event.unique(), written(event), event.key(), event.delay(), event.headers());
    }

    private EncodedMessage written(NewEvent event) {
        try {
            return format.write(event.message());
        } catch (Exception failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The event '%s' cannot be written for the queue %s: %s",
                            event.id(), definition.name(), failed),
                    false,
                    failed);
        }
    }

    /** Returns what is put for a {@linkplain #prepare prepared} event, now. */
    public EventRecord eventRecord(NewEvent event) {
        if (!(event.message() instanceof EncodedMessage message)) {
            throw new IllegalArgumentException("the event was not prepared");
        }
        return EventRecord.of(event, message, System.currentTimeMillis());
    }

    /** Returns the record that puts an event. */
    public ProducerRecord<byte[], byte[]> recordOf(EventRecord event) {
        return RecordCodec.write(topics.events(), partitionOf(event), event);
    }

    /** Returns null if the key decides, which it does whatever pool serves, or if any partition will do. */
    private @Nullable Integer partitionOf(EventRecord event) {
        if (event.key() != null) {
            return null;
        }
        if (definition.order() == Order.ONE) {
            return 0;
        }
        return event.unique() ? Integer.valueOf(Math.floorMod(event.id().hashCode(), partitions)) : null;
    }

    /** Returns whether this process can read a message, or another one may. */
    public Readability readability(EncodedMessage message) {
        return Readability.of(format, message);
    }

    @Nullable
    Object read(EncodedMessage message) throws Exception {
        MessageFormat present = format;
        EncodedMessage named = Readability.named(present, message);
        if (named.type().isEmpty() && !present.knows("", named.version())) {
            throw new UnreadableMessageException(
                    Sentence.of(
                            "A message of the queue %s has no type: its record has no header concor-type, and the component"
                                    + " of the slot declares no class. Write the header, or declare what the task takes",
                            definition.name()),
                    null);
        }
        return present.read(named);
    }
}
