package io.concor.kafka.read;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.Progress;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.Control;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.ProgressRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.queue.Ending;
import io.concor.queues.event.EventDelivery.Offer;
import io.concor.queues.read.GivenUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What the reader of a queue does between two polls: takes events in, and hands events out. For the reader's thread. */
final class PartitionRounds implements AutoCloseable {

    private static final int MOST_IN_HAND = 10_000;
    /** Workers have something to do with these for longer than the reader rests. */
    private static final int ENOUGH_IN_HAND = 256;
    /** Where the record of a partition's progress is longer, no more is taken than what shortens it. */
    private static final int MOST_BYTES = 300_000;
    /** So many events of a partition may wait without a copy, which takes some 300 bytes for each; more if the slot has more room. */
    private static final int MOST_WITHOUT_COPY = 10_000;

    private static final long LONGEST_WAIT_MILLIS = 500;
    private static final long LOADING_WAIT_MILLIS = 5;
    /** While the queue is full into which events are handed on. */
    private static final long FULL_WAIT_MILLIS = 20;
    /** While a record of the progress is to be written before long. */
    private static final long UNCOVERED_WAIT_MILLIS = 100;
    /** While the ends of so many records without an event are not written, no more are read: they would take room without bound. */
    private static final int MOST_SKIPPED = 10_000;

    private final OpenQueue queue;
    private final GroupParts parts;
    private final AssignedPartitions partitions;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final BackReader back;
    private final AttemptGate attempts;
    private final UnknownMessages unknown;
    private boolean room = true;
    private boolean waitsForNext;

    PartitionRounds(
            OpenQueue queue,
            GroupParts parts,
            AssignedPartitions partitions,
            UnreadPartitions unread,
            KafkaConsumer<byte[], byte[]> consumer) {
        this.queue = queue;
        this.unknown = new UnknownMessages(queue, parts, unread);
        this.parts = parts;
        this.partitions = partitions;
        this.consumer = consumer;
        this.back = new BackReader(parts.clients());
        this.attempts = new AttemptGate(partitions);
    }

    void roomMade() {
        room = true;
    }

    /** Returns whether the receiver is full, and has enough for a while: a round for each event that it takes would cost too much. */
    boolean isReceiverBusy() {
        return !room && partitions.inHand() >= ENOUGH_IN_HAND;
    }

    /** Does a round. Returns for how many milliseconds a poll may wait. */
    long advance() {
        long now = System.currentTimeMillis();
        partitions.load();
        for (OwnedPartition each : partitions.all()) {
            if (each.isDelivering()) {
                each.order().advance(now);
                each.seen().forget(now);
            }
        }
        handOut(now);
        boolean missing = readAgain(now);
        partitions.all().stream().filter(this::isFarBehind).forEach(this::moveFirst);
        long nanos = System.nanoTime();
        partitions.all().stream().filter(each -> each.needsRecord(nanos)).forEach(each -> parts.ends()
                .end(RemoteEnd.mark(each.lease())));
        limit();
        queue.activity().inWork(partitions.inHand());
        return missing ? 0 : longestWait(now);
    }

    private long longestWait(long now) {
        if (partitions.isLoading()) {
            return LOADING_WAIT_MILLIS;
        }
        long longest = waitsForNext ? FULL_WAIT_MILLIS : restMillis();
        long due = partitions.all().stream()
                .mapToLong(each -> each.order().nextDue())
                .min()
                .orElse(DueTimes.NEVER);
        return Math.max(1, Math.min(longest, due == DueTimes.NEVER ? due : due - now));
    }

    private long restMillis() {
        boolean uncovered = partitions.all().stream()
                .anyMatch(each -> each.lease().progress().isUncovered());
        return uncovered ? UNCOVERED_WAIT_MILLIS : LONGEST_WAIT_MILLIS;
    }

    // out

    private boolean handsOut() {
        return room && queue.delivery().isDelivering() && queue.isPauseKnown() && !queue.isPaused();
    }

    private void handOut(long now) {
        long left = Math.min(MOST_IN_HAND, queue.roomBehind()) - partitions.inHand();
        waitsForNext = left <= 0;
        boolean any = true;
        while (any && left > 0) {
            any = false;
            for (OwnedPartition each : partitions.all()) {
                if (handsOut() && each.isDelivering() && handOutNext(each, now)) {
                    any = true;
                    left--;
                }
            }
        }
    }

    private boolean handOutNext(OwnedPartition partition, long now) {
        PartitionOrder order = partition.order();
        WaitingEvent next = partition.hasRoom() ? order.next(now) : order.nextRequeued(now);
        EventRecord record = next == null ? null : next.copy();
        if (next == null || record == null) {
            attempts.nothingBegins(partition);
            return false;
        }
        if (unknown.waits(partition.lease().partition(), next, record, now)) {
            order.lookLater(next, now + UnknownMessages.LOOK_MILLIS);
            return true;
        }
        int lost = partition.lease().progress().lost(next.offset());
        if (lost > 0 && GivenUp.applies(queue.definition(), next.tries().count() + lost + 1, lost)) {
            giveUp(partition, next, record, lost, now);
            return true;
        }
        if (!attempts.mayBegin(partition, next.offset(), lost, now)) {
            return false;
        }
        RemoteEvent event = new RemoteEvent(
                partition.lease(), next.offset(), next.rank(), record, next.tries(), lost, next.orderKey());
        if (next.orderKey() != null) {
            partition.lease().unhold(next.orderKey(), next.rank());
        }
        Offer offered = queue.delivery().offer(event);
        if (offered == Offer.TAKEN) {
            order.took(next, event, now);
        }
        room = offered != Offer.NO_ROOM;
        return offered == Offer.TAKEN;
    }

    /** It is not tried again, as processes died in its attempts: the last of these is the one that failed. */
    private void giveUp(OwnedPartition partition, WaitingEvent next, EventRecord record, int lost, long now) {
        RemoteEvent event = new RemoteEvent(
                partition.lease(), next.offset(), next.rank(), record, next.tries(), lost - 1, next.orderKey());
        partition.order().took(next, event, now);
        event.end();
        partition.lease().hold(event);
        Ending.Dead dead = GivenUp.ending(queue.definition(), event.attempt() + 1, lost);
        parts.ends().end(RemoteEnd.of(event, dead, null));
    }

    /** Reads events again that are the next ones. Returns whether there were any. */
    private boolean readAgain(long now) {
        boolean any = false;
        for (OwnedPartition each : partitions.all()) {
            long missing = handsOut() && each.isDelivering() ? each.order().missing(now) : -1;
            if (missing >= 0) {
                readAgain(each, missing, now);
                any = true;
            }
        }
        return any;
    }

    private void readAgain(OwnedPartition partition, long missing, long now) {
        List<ConsumerRecord<byte[], byte[]>> found = back.read(partition.topicPartition(), missing);
        for (ConsumerRecord<byte[], byte[]> each : found) {
            partition.order().readAgain(each.offset(), RecordCodec.read(each), now);
        }
        if (!found.isEmpty() && found.get(0).offset() > missing) { // it was purged
            partitions.skip(partition, partition.order().purge(found.get(0).offset(), now), null);
        }
    }

    private boolean isFarBehind(OwnedPartition partition) {
        Progress progress = partition.lease().progress();
        return partition.isDelivering() && progress.position() - progress.low() > parts.mostBehind();
    }

    /** What is delayed for long would keep all behind it in the topic, to be read again by the next owner. */
    private void moveFirst(OwnedPartition partition) {
        long low = partition.lease().progress().low();
        WaitingEvent delayed = partition.order().takeDelayed(low);
        if (delayed == null) {
            return;
        }
        List<ConsumerRecord<byte[], byte[]>> found = back.read(partition.topicPartition(), low);
        if (found.isEmpty() || found.get(0).offset() != low) {
            partition.order().delay(delayed);
            return;
        }
        RemoteEvent event = new RemoteEvent(
                partition.lease(), low, low, RecordCodec.read(found.get(0)), delayed.tries(), delayed.orderKey());
        if (event.end()) {
            partition.order().moves(event);
            parts.ends().end(RemoteEnd.move(event));
        }
    }

    // in

    /** Takes what was read. */
    void accept(ConsumerRecords<byte[], byte[]> read) {
        long now = System.currentTimeMillis();
        for (OwnedPartition each : partitions.all()) {
            OffsetAndMetadata next = read.nextOffsets().get(each.topicPartition());
            if (each.isDelivering() && next != null) {
                accept(each, read.records(each.topicPartition()), next, now);
            }
        }
    }

    private void accept(
            OwnedPartition partition, List<ConsumerRecord<byte[], byte[]>> read, OffsetAndMetadata next, long now) {
        Progress progress = partition.lease().progress();
        if (read.stream().anyMatch(found -> progress.isRewritten(found.offset(), epoch(found.leaderEpoch())))) {
            partitions.outcomeUnknown(partition.lease()); // it is found out from where on when it is loaded anew
            return;
        }
        read.forEach(found -> accept(partition, found, now));
        if (!partition.isFull()) {
            progress.passed(next.offset(), epoch(next.leaderEpoch()));
        }
    }

    private static int epoch(Optional<Integer> known) {
        return known.orElse(ProgressRecord.UNKNOWN);
    }

    private void accept(OwnedPartition partition, ConsumerRecord<byte[], byte[]> found, long now) {
        Progress progress = partition.lease().progress();
        EventRecord event = RecordCodec.read(found);
        if (partition.isFull() && found.offset() >= progress.position() && event.control() != Control.PURGE) {
            lookAhead(partition, event, found.offset(), now);
        } else if (progress.read(found.offset()) && !partition.hasTaken(found.offset())) {
            take(partition, event, found.offset(), now);
        }
    }

    /** A person has decided about a dead letter that holds its key: that makes room for what lies before it. */
    private void lookAhead(OwnedPartition partition, EventRecord event, long offset, long now) {
        String letter = event.letter();
        if (letter != null && partition.lease().progress().isHeldBy(letter) && partition.takesAhead(offset)) {
            take(partition, event, offset, now);
        }
    }

    private void take(OwnedPartition partition, EventRecord event, long offset, long now) {
        Control control = event.control();
        if (control == null && event.unique() && !partition.seen().add(event.id(), event.putAt())) {
            partitions.skip(partition, List.of(offset), null); // the second one
        } else if (control == null) {
            partition.order().arrived(offset, event, now);
        } else {
            obey(partition, control, offset, event.letter(), now);
        }
    }

    private void obey(OwnedPartition partition, Control control, long offset, @Nullable String letter, long now) {
        switch (control) {
            case PURGE -> purge(partition, offset, now);
            case RELEASE -> partitions.skip(partition, List.of(offset), letter);
            case UNKNOWN -> {
                parts.health()
                        .notice("a record of " + partition.topicPartition()
                                + " is skipped, which a later version of Concor has written. Update this process");
                partitions.skip(partition, List.of(offset), null);
            }
        }
    }

    /** Also of what was not read again since another process has read it. */
    private void purge(OwnedPartition partition, long offset, long now) {
        partition.order().purge(offset, now);
        List<Long> done = new ArrayList<>(partition.lease().progress().pendingBelow(offset));
        done.removeIf(partition.order().inHand()::containsKey);
        done.add(offset);
        parts.ends().end(RemoteEnd.purge(partition.lease(), done));
    }

    /** Reads as much as there is room for. */
    private void limit() {
        Set<TopicPartition> paused = consumer.paused();
        for (OwnedPartition each : partitions.all()) {
            boolean may = queue.delivery().isDelivering() && each.isDelivering() && mayRead(each);
            List<TopicPartition> one = List.of(each.topicPartition());
            if (may && paused.contains(each.topicPartition())) {
                consumer.resume(one);
            } else if (!may && !paused.contains(each.topicPartition())) {
                consumer.pause(one);
            }
        }
    }

    private boolean mayRead(OwnedPartition partition) {
        long mostWithoutCopy = Math.max(MOST_WITHOUT_COPY, queue.definition().capacity());
        if (partition.looksHowFull(MOST_BYTES, mostWithoutCopy) && !partition.isFull()) {
            goBack(partition);
        }
        boolean room = partition.isFull() || partitions.budget().hasRoom();
        return room && partition.skipped() < MOST_SKIPPED;
    }

    /** To what was not taken while there was no room. */
    private void goBack(OwnedPartition partition) {
        long position = partition.lease().progress().position();
        if (consumer.position(partition.topicPartition()) > position) {
            consumer.seek(partition.topicPartition(), position);
        }
    }

    @Override
    public void close() {
        back.close();
    }
}
