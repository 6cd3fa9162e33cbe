package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.ProgressChange;
import io.concor.kafka.event.ProgressUpdate;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.ProgressRecord;
import io.concor.kafka.record.RecordSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** Ends that are written in one transaction. For one thread. */
final class EndTransaction {

    private static final byte[] KEY = ProgressRecord.KEY.getBytes(StandardCharsets.UTF_8);

    private final KafkaProducer<byte[], byte[]> producer;
    private final int largestRecord;
    private final Map<OpenQueue, ConsumerGroupMetadata> groups = new HashMap<>();
    private final Map<PartitionLease, List<EndPlan>> plans = new LinkedHashMap<>();
    private final Map<PartitionLease, ProgressUpdate> updates = new LinkedHashMap<>();
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();

    /** A record that the broker does not take. */
    static final class RefusedRecordException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedRecordException(Throwable cause) {
            super(cause);
        }
    }

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

    /** @param largestRecord how many bytes the record of an event may have */
    EndTransaction(KafkaProducer<byte[], byte[]> producer, int largestRecord) {
        this.producer = producer;
        this.largestRecord = largestRecord;
    }

    /**
     * Adds those ends whose partitions this process still owns, and returns those that have to wait: their reader is not known to
     * be a member of the group at this moment. The membership is looked at before the lease: if the lease ends
     * later, the broker refuses that membership.
     */
    List<RemoteEnd> add(List<RemoteEnd> ends, long now) {
        List<RemoteEnd> waiting = new ArrayList<>();
        for (RemoteEnd end : ends) {
            PartitionLease lease = end.lease();
            ConsumerGroupMetadata group = groups.computeIfAbsent(lease.queue(), EndTransaction::membership);
            if (lease.isGone()) {
                end.handOverIsOver();
            } else if (group == null) {
                waiting.add(end);
            } else {
                plans.computeIfAbsent(lease, absent -> new ArrayList<>()).add(plan(end, now));
            }
        }
        return waiting;
    }

    /** What is too large for the next queue becomes a dead letter. */
    private EndPlan plan(RemoteEnd end, long now) {
        EndPlan plan = EndPlan.of(end, now);
        RemoteEvent event = end.event();
        ProducerRecord<byte[], byte[]> put = end.next() == null ? null : plan.put();
        if (event == null || put == null) {
            return plan;
        }
        return RecordSize.refusal(put, largestRecord)
                .map(tooLarge -> EndPlan.of(refused(end, event, tooLarge), now))
                .orElse(plan);
    }

    /** Returns the end of an event that the next queue does not take, and has later events of its key wait. */
    static RemoteEnd refused(RemoteEnd end, RemoteEvent event, Throwable cause) {
        end.handOverIsOver();
        end.lease().hold(event);
        return RemoteEnd.notHandedOn(event, cause);
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
    void write() throws RefusedRecordException, FormerOwnerException, InterruptedException {
        producer.beginTransaction();
        try {
            plans.forEach(this::send);
        } catch (KafkaException failed) { // a record before may be the cause
            requireSent();
            throw failed;
        }
        producer.flush(); // before the offsets: the next owner looks for the state after those
        requireSent();
        sendOffsets();
    }

    private void send(PartitionLease lease, List<EndPlan> some) {
        List<ProgressChange> changes = new ArrayList<>();
        for (EndPlan plan : some) {
            send(plan);
            changes.addAll(plan.changes());
        }
        ProgressUpdate update = lease.progress().with(changes);
        updates.put(lease, update);
        update.covered().forEach(row -> row.done().ids().forEach(unique -> send(EndPlan.seen(lease, unique))));
        send(new ProducerRecord<>(lease.queue().topics().state(), lease.partition(), KEY, update.value()));
    }

    private void send(EndPlan plan) {
        send(plan.put());
        send(plan.seen());
    }

    private void send(@Nullable ProducerRecord<byte[], byte[]> one) {
        if (one != null) {
            sent.add(producer.send(one));
        }
    }

    /** Of those whose fate is known, none may have failed. */
    private void requireSent() throws RefusedRecordException, InterruptedException {
        for (Future<RecordMetadata> each : sent) {
            if (each.isDone()) {
                requireSent(each);
            }
        }
    }

    private static void requireSent(Future<RecordMetadata> one) throws RefusedRecordException, InterruptedException {
        try {
            one.get();
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof RecordTooLargeException || cause instanceof InvalidRecordException) {
                throw new RefusedRecordException(cause);
            }
            throw new KafkaException("A record of a transaction could not be written", cause);
        }
    }

    private void sendOffsets() throws FormerOwnerException {
        for (Map.Entry<OpenQueue, Map<TopicPartition, OffsetAndMetadata>> each :
                offsets().entrySet()) {
            try {
                producer.sendOffsetsToTransaction(each.getValue(), groups.get(each.getKey()));
            } catch (CommitFailedException | RebalanceInProgressException former) {
                throw new FormerOwnerException(each.getKey(), former);
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
