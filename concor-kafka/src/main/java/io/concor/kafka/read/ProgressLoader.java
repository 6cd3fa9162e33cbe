package io.concor.kafka.read;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.UncoveredRow;
import io.concor.kafka.ledger.LedgerAccess;
import io.concor.kafka.record.ProgressRecord;
import io.concor.kafka.topic.LazyConsumer;
import io.concor.kafka.topic.QueueTopics;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.ledger.PartitionClaim;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the last committed progress of partitions, and the ids of unique events that have ended there; before that, has a
 * database make this process the owner. For the reader's thread; does not block for long.
 */
final class ProgressLoader implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ProgressLoader.class);
    private static final Duration STEP = Duration.ofMillis(10);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration CHECK = Duration.ofMillis(200);
    private static final long FIRST_LOOK = 64;
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final String queue;
    private final QueueTopics topics;
    private final Admin admin;
    private final StuckTransactions stuck;
    private final LedgerAccess ledger;
    private final long rememberMillis;
    private final Map<Integer, Claim> claims = new HashMap<>();
    private final int mostIds;
    private final Map<Integer, Load> loads = new HashMap<>();
    /** When partitions are looked at again whose progress cannot be read. */
    private final Map<Integer, Long> retries = new HashMap<>();

    private final UnreadPartitions unread;
    private final DatabaseHealth health;
    private final LazyConsumer consumer;

    /**
     * What was found of a partition.
     *
     * @param epoch under which a database has this process as the owner
     * @param rows those of the database that no record of the progress may cover
     * @param begin the first offset of its events
     * @param seen the ids of unique events that have ended lately
     */
    record Loaded(
            int partition, long epoch, ProgressRecord progress, List<UncoveredRow> rows, long begin, SeenIds seen) {}

    ProgressLoader(OpenQueue queue, GroupParts parts, UnreadPartitions unread) {
        this.unread = unread;
        health = parts.health();
        this.queue = queue.definition().name();
        topics = queue.topics();
        consumer = new LazyConsumer(parts.clients()::reader);
        admin = parts.admin();
        stuck = parts.stuck();
        ledger = parts.ledger();
        rememberMillis = parts.remember().toMillis();
        mostIds = SeenIds.share(queue.partitions());
    }

    /** @param again whether a lease of this process has ended, and not by the group */
    void begin(int partition, boolean again) {
        KafkaFuture<Uuid> topic = idOf(topics.events());
        claims.put(partition, new Claim(topic, ledger.take(queue, partition, topic.toCompletionStage(), again)));
    }

    void forget(int partition) {
        loads.remove(partition);
        retries.remove(partition);
        health.succeeded(work(partition));
        Claim claim = claims.remove(partition);
        if (claim != null) {
            claim.taken().cancel(false);
        }
    }

    boolean isLoading() {
        return !loads.isEmpty() || !claims.isEmpty();
    }

    private String work(int partition) {
        return "read the progress of the partition " + partition + " of the queue " + queue;
    }

    /** Does a step. Returns what was found by that. */
    List<Loaded> advance() {
        retry();
        for (int partition : List.copyOf(claims.keySet())) {
            Claim claim = claims.get(partition);
            if (claim != null && claim.isAnswered()) {
                claims.remove(partition);
                loads.put(
                        partition,
                        new Load(partition, PartitionScan.answer(claim.topic()), PartitionScan.answer(claim.taken())));
            }
        }
        List<Load> answered = loads.values().stream().filter(Load::isAnswered).toList();
        if (!answered.isEmpty()) {
            read(answered);
        }
        List<Loaded> found = new ArrayList<>();
        for (Load load : answered) {
            if (load.isOver()) {
                loads.remove(load.partition);
                IllegalStateException unreadable = load.found.unreadable();
                if (unreadable == null) {
                    health.succeeded(work(load.partition));
                    found.add(load.loaded());
                } else {
                    leaveAlone(load.partition, unreadable);
                }
            }
        }
        return found;
    }

    /** Other partitions are handled; this one may be by a newer process. */
    private void leaveAlone(int partition, IllegalStateException unreadable) {
        health.failed(work(partition), unreadable);
        unread.add(partition);
        retries.put(partition, System.nanoTime() + RETRY_NANOS);
    }

    private void retry() {
        long now = System.nanoTime();
        for (int partition : List.copyOf(retries.keySet())) {
            if (now - retries.getOrDefault(partition, now) >= 0) {
                retries.remove(partition);
                begin(partition, true);
            }
        }
    }

    private void read(List<Load> answered) {
        KafkaConsumer<byte[], byte[]> present = consumer.get();
        Map<TopicPartition, PartitionScan> scans = answered.stream()
                .flatMap(Load::scans)
                .collect(Collectors.toMap(PartitionScan::partition, Function.identity()));
        List<Load> unchecked = answered.stream().filter(Load::isUnchecked).toList();
        present.assign(Stream.concat(scans.keySet().stream(), unchecked.stream().map(load -> load.events))
                .toList());
        scans.values().forEach(scan -> scan.seek(present));
        unchecked.forEach(load -> load.check(present));
        for (ConsumerRecord<byte[], byte[]> record : present.poll(STEP)) {
            PartitionScan scan = scans.get(new TopicPartition(record.topic(), record.partition()));
            if (scan != null && record.key() != null) {
                scan.found(record);
            }
        }
        answered.forEach(load -> load.advance(present));
    }

    private KafkaFuture<Uuid> idOf(String name) {
        return admin.describeTopics(List.of(name))
                .allTopicNames()
                .thenApply(found -> Objects.requireNonNull(found.get(name)).topicId());
    }

    /** Gives its consumer back, if nothing is loaded. */
    void rest() {
        if (!isLoading()) {
            close();
        }
    }

    @Override
    public void close() {
        consumer.close();
    }

    /** A partition of which this process is to be the owner in a database. */
    private record Claim(KafkaFuture<Uuid> topic, CompletableFuture<PartitionClaim> taken) {

        boolean isAnswered() {
            return topic.isDone() && taken.isDone();
        }
    }

    /** A partition whose progress is looked for. */
    private final class Load {
        private final int partition;
        private final Uuid topic;
        private final long epoch;
        private final List<UncoveredRow> rows;
        private final TopicPartition events;
        private final KafkaFuture<Long> beginOfEvents;
        private final KafkaFuture<Long> endOfEvents;
        private final PartitionScan states;
        private final PartitionScan ids;
        private final SeenIds seen;
        private long askedNanos = System.nanoTime();
        private final FoundProgress found;
        /** Up to where the records are those that were read; -1 while that is not known. */
        private long sameTo = -1;

        /** The brokers are asked after the database: a former owner deletes rows when it has written what they say there. */
        Load(int partition, Uuid topic, PartitionClaim claim) {
            this.partition = partition;
            this.topic = topic;
            epoch = claim.epoch();
            found = new FoundProgress(queue, partition);
            rows = found.rows(claim.rows());
            events = new TopicPartition(topics.events(), partition);
            beginOfEvents = PartitionScan.ask(admin, events, OffsetSpec.earliest());
            endOfEvents = PartitionScan.ask(admin, events, OffsetSpec.latest());
            states = new PartitionScan(admin, new TopicPartition(topics.state(), partition), FIRST_LOOK, found::read);
            seen = new SeenIds(events, rememberMillis, mostIds);
            rows.forEach(row -> row.done().ids().forEach(unique -> seen.add(unique.id(), unique.putAt())));
            long latest = 2L * mostIds; // each may have the end of its transaction behind it
            ids = new PartitionScan(admin, new TopicPartition(topics.seen(), partition), latest, this::id);
        }

        boolean isAnswered() {
            return beginOfEvents.isDone() && endOfEvents.isDone() && states.isAnswered() && ids.isAnswered();
        }

        /** Returns those that have to be read still. */
        Stream<PartitionScan> scans() {
            return Stream.of(states, ids).filter(scan -> !scan.isOver());
        }

        private void id(ConsumerRecord<byte[], byte[]> found) {
            seen.add(new String(found.key(), StandardCharsets.UTF_8), found.timestamp());
        }

        void advance(KafkaConsumer<byte[], byte[]> by) {
            scans().toList().forEach(scan -> {
                long position = by.position(scan.partition());
                if (scan.isAtEnd(position)) {
                    scan.reached(scan == ids || found.isThere());
                } else if (scan.standsFor(position) > PATIENCE_NANOS && asksAgain()) {
                    stuck.abort(List.of(scan.partition()));
                }
            });
        }

        /** Its process may be a member still, or the brokers have not answered. */
        private boolean asksAgain() {
            long now = System.nanoTime();
            boolean asks = now - askedNanos > PATIENCE_NANOS;
            askedNanos = asks ? now : askedNanos;
            return asks;
        }

        private boolean isRead() {
            return states.isOver() && ids.isOver();
        }

        /** Returns whether brokers may have lost records that were read, and have others in their places by now. */
        boolean isUnchecked() {
            ProgressRecord last = found.last();
            return isRead() && sameTo < 0 && last != null && last.isChecked(topic);
        }

        /** The client goes back to where the records of its leader's epoch end. */
        void check(KafkaConsumer<byte[], byte[]> by) {
            ProgressRecord last = Objects.requireNonNull(found.last());
            by.pause(List.of(events));
            try {
                by.endOffsets(List.of(events), CHECK); // it has to know the leader to compare with
                by.seek(events, new OffsetAndMetadata(last.position(), Optional.of(last.leaderEpoch()), ""));
                sameTo = by.position(events, CHECK);
            } catch (TimeoutException notYet) {
                // asked again in the next round
            }
        }

        boolean isOver() {
            return isRead() && !isUnchecked();
        }

        Loaded loaded() {
            return new Loaded(partition, epoch, progress(), rows, PartitionScan.answer(beginOfEvents), seen);
        }

        private ProgressRecord progress() {
            ProgressRecord last = Optional.ofNullable(found.last()).orElseGet(ProgressRecord::none);
            long ends = PartitionScan.answer(endOfEvents);
            long end = sameTo < 0 || sameTo >= last.position() ? ends : Math.min(ends, sameTo);
            if (last.isOfAnother(topic, end)) {
                LOG.warn(
                        "The topic {} was deleted and created again: all events of its partition {} are handled",
                        topics.events(),
                        partition);
                last = ProgressRecord.none();
            } else if (last.position() > end) {
                LOG.warn(
                        "The brokers have lost records of the partition {} of the topic {} from the offset {} on; it was"
                                + " read up to {}. What is there now is handled. Set unclean.leader.election.enable to false",
                        partition,
                        topics.events(),
                        end,
                        last.position());
            }
            return last.with(rows.stream().map(UncoveredRow::done).toList()).in(topic, end);
        }
    }
}
