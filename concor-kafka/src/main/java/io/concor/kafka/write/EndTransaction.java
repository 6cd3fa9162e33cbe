package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.ProgressChange;
import io.concor.kafka.event.ProgressUpdate;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.UncoveredRow;
import io.concor.kafka.record.ProgressRecord;
import io.concor.kafka.record.UniqueId;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.write.RefusedRecordException.Part;
import io.concor.queue.Ending;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Ends that are written in one transaction. For one thread. */
final class EndTransaction {

    private static final byte[] KEY = ProgressRecord.KEY.getBytes(StandardCharsets.UTF_8);

    private final KafkaProducer<byte[], byte[]> producer;
    private final boolean presentTimes;
    private final Map<OpenQueue, ConsumerGroupMetadata> groups = new HashMap<>();
    private final Map<PartitionLease, List<EndPlan>> plans = new LinkedHashMap<>();
    private final Map<PartitionLease, ProgressUpdate> updates = new LinkedHashMap<>();
    private final List<Sent> sent = new ArrayList<>();
    /** Queues whose records or offsets could not be written, and why. */
    private final Map<OpenQueue, Throwable> failing = new HashMap<>();

    /** A record of a queue. */
    private record Sent(OpenQueue queue, Part part, Future<RecordMetadata> answer) {}

    /** Another process is, or will soon be, the owner of what ends. */
    static final class FormerOwnerException extends Exception {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final OpenQueue queue;

        FormerOwnerException(OpenQueue queue, Exception cause) {
            super(cause);
            this.queue = queue;
        }

        OpenQueue queue() {
            return queue;
        }
    }

    /** @param presentTimes whether the records of ids have the present time, and not that of the put, which is refused */
    EndTransaction(KafkaProducer<byte[], byte[]> producer, boolean presentTimes) {
        this.producer = producer;
        this.presentTimes = presentTimes;
    }

    boolean hasPresentTimes() {
        return presentTimes;
    }

    /**
     * Adds those ends whose partitions this process still owns, and returns those that have to wait: their queue is left alone, or
     * their reader is not known to be a member of the group at this moment. The membership is looked at before the lease: if the lease ends
     * later, the broker refuses that membership.
     *
     * @throws RefusedRecordException if a record cannot be made for an end
     */
    List<RemoteEnd> add(List<RemoteEnd> ends, long now) throws RefusedRecordException {
        List<RemoteEnd> waiting = new ArrayList<>();
        Set<PartitionLease> leases = new HashSet<>(); // of those that wait: later ones do, too
        for (RemoteEnd end : ends) {
            PartitionLease lease = end.lease();
            ConsumerGroupMetadata group = groups.computeIfAbsent(lease.queue(), EndTransaction::membership);
            if (lease.isGone()) {
                end.handOverIsOver();
            } else if (group == null || end.waitsForQueue() || leases.contains(lease)) {
                waiting.add(end);
                leases.add(lease);
            } else {
                plans.computeIfAbsent(lease, absent -> new ArrayList<>()).add(plan(end, now));
            }
        }
        return waiting;
    }

    private static EndPlan plan(RemoteEnd end, long now) throws RefusedRecordException {
        try {
            return EndPlan.of(end, now);
        } catch (RuntimeException unwritable) {
            throw new RefusedRecordException(end.lease().queue(), Part.EVENT, unwritable);
        }
    }

    @SuppressWarnings("NullAway") // without one, nothing is kept in the map
    private static ConsumerGroupMetadata membership(OpenQueue queue) {
        return queue.group();
    }

    boolean isEmpty() {
        return plans.isEmpty();
    }

    /** Returns the ends that were added, those of each partition in their order. */
    List<RemoteEnd> ends() {
        return plans.values().stream().flatMap(List::stream).map(EndPlan::end).toList();
    }

    /**
     * Writes everything but the commit.
     *
     * @throws org.apache.kafka.common.KafkaException if the client or the brokers fail
     */
    void write() throws RefusedRecordException, FormerOwnerException {
        producer.beginTransaction();
        try {
            for (Map.Entry<PartitionLease, List<EndPlan>> each : plans.entrySet()) {
                send(each.getKey(), each.getValue());
            }
        } catch (KafkaException failed) { // a record before may be the cause
            requireSent();
            throw failed;
        }
        producer.flush(); // before the offsets: the next owner looks for the state after those
        requireSent();
        sendOffsets();
    }

    private void send(PartitionLease lease, List<EndPlan> some) throws RefusedRecordException {
        List<ProgressChange> changes = new ArrayList<>();
        for (EndPlan plan : some) {
            send(plan);
            sendId(lease, plan.seen());
            changes.addAll(plan.changes());
        }
        ProgressUpdate update = lease.progress().with(changes);
        updates.put(lease, update);
        for (UncoveredRow row : update.covered()) {
            for (UniqueId unique : row.done().ids()) {
                sendId(lease, unique);
            }
        }
        OpenQueue queue = lease.queue();
        send(
                queue,
                Part.PROGRESS,
                new ProducerRecord<>(queue.topics().state(), lease.partition(), KEY, update.value()));
    }

    private void send(EndPlan plan) throws RefusedRecordException {
        ProducerRecord<byte[], byte[]> put = plan.put();
        if (put != null) {
            OpenQueue next = plan.end().next();
            send(next == null ? plan.end().lease().queue() : next, Part.EVENT, put);
        }
    }

    private void sendId(PartitionLease lease, @Nullable UniqueId unique) throws RefusedRecordException {
        if (unique != null) {
            send(lease.queue(), Part.ID, EndPlan.seen(lease, unique, presentTimes));
        }
    }

    private void send(OpenQueue queue, Part part, ProducerRecord<byte[], byte[]> one) throws RefusedRecordException {
        Sent record = new Sent(queue, part, answer(queue, part, one));
        sent.add(record);
        if (KafkaCalls.failureSoFar(record.answer()) != null) { // the next one would wait as long for the topic
            throw new KafkaException("A record of a transaction could not be written at once");
        }
    }

    private Future<RecordMetadata> answer(OpenQueue queue, Part part, ProducerRecord<byte[], byte[]> one)
            throws RefusedRecordException {
        try {
            return producer.send(one);
        } catch (KafkaException | IllegalStateException ofClient) {
            throw ofClient;
        } catch (RuntimeException ofRecord) {
            throw new RefusedRecordException(queue, part, ofRecord);
        }
    }

    /** Of those whose fate is known, none may have failed. */
    private void requireSent() throws RefusedRecordException {
        Throwable first = null;
        for (Sent each : sent) {
            Throwable failed = failure(each);
            if (failed != null && RemotePut.isOfRecord(failed)) {
                throw new RefusedRecordException(each.queue(), each.part(), failed);
            }
            first = first == null ? failed : first;
        }
        if (first != null) {
            throw new KafkaException("A record of a transaction could not be written", first);
        }
    }

    private @Nullable Throwable failure(Sent one) {
        Throwable cause = KafkaCalls.failureSoFar(one.answer());
        if (cause != null && mayLieInQueue(cause)) {
            failing.putIfAbsent(one.queue(), cause);
        }
        return cause;
    }

    /** Other failures are those of a transaction as a whole. */
    private static boolean mayLieInQueue(Throwable cause) {
        return cause instanceof TimeoutException
                || cause instanceof UnknownTopicOrPartitionException
                || cause instanceof TopicAuthorizationException
                || cause instanceof GroupAuthorizationException;
    }

    /** Returns the queues whose records or offsets could not be written, and why; none if that is not known. */
    Map<OpenQueue, Throwable> failing() {
        return failing;
    }

    private void sendOffsets() throws FormerOwnerException {
        for (Map.Entry<OpenQueue, Map<TopicPartition, OffsetAndMetadata>> each :
                offsets().entrySet()) {
            try {
                producer.sendOffsetsToTransaction(each.getValue(), groups.get(each.getKey()));
            } catch (CommitFailedException | RebalanceInProgressException former) {
                throw new FormerOwnerException(each.getKey(), former);
            } catch (KafkaException failed) {
                if (mayLieInQueue(failed)) {
                    failing.put(each.getKey(), failed);
                }
                throw failed;
            }
        }
    }

    private Map<OpenQueue, Map<TopicPartition, OffsetAndMetadata>> offsets() {
        Map<OpenQueue, Map<TopicPartition, OffsetAndMetadata>> offsets = new LinkedHashMap<>();
        updates.forEach((lease, update) -> offsets.computeIfAbsent(lease.queue(), absent -> new HashMap<>())
                .put(
                        new TopicPartition(lease.queue().topics().events(), lease.partition()),
                        new OffsetAndMetadata(update.low(), Long.toString(update.doneAbove()))));
        return offsets;
    }

    /** The transaction was committed. */
    void committed() {
        updates.forEach(EndTransaction::committed);
        plans.forEach((lease, some) ->
                lease.listener().ended(some.stream().map(EndPlan::end).toList()));
        ends().forEach(EndTransaction::count);
    }

    private static void count(RemoteEnd end) {
        OpenQueue queue = end.lease().queue();
        if (end.ending() instanceof Ending.Postponed) {
            queue.activity().retries().add(1);
            queue.depth().changed();
        } else if (end.ending() != null) {
            queue.depth().took(1);
        } else {
            queue.depth().changed();
        }
        OpenQueue next = end.next();
        if (next != null) {
            next.depth().grew(1);
            end.handOverIsOver();
            queue.handsOnTo(next);
        }
    }

    private static void committed(PartitionLease lease, ProgressUpdate update) {
        lease.progress().committed(update);
        if (!update.covered().isEmpty()) {
            lease.listener().covered(lease, update.covered());
        }
    }

    /** It is not known whether the transaction was committed. */
    void outcomeUnknown() {
        plans.values().forEach(some -> some.forEach(plan -> plan.end().handOverIsOver()));
        plans.keySet().forEach(lease -> lease.listener().outcomeUnknown(lease));
    }
}
