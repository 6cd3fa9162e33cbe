package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.ProgressChange;
import io.concor.kafka.event.ProgressUpdate;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.record.ProgressRecord;
import io.concor.kafka.topic.KafkaCalls;
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
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Ends that are written in one transaction. For one thread. */
final class EndTransaction {

    private static final byte[] KEY = ProgressRecord.KEY.getBytes(StandardCharsets.UTF_8);

    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<OpenQueue, ConsumerGroupMetadata> groups = new HashMap<>();
    private final Map<PartitionLease, List<EndPlan>> plans = new LinkedHashMap<>();
    private final Map<PartitionLease, ProgressUpdate> updates = new LinkedHashMap<>();
    private final List<Sent> sent = new ArrayList<>();
    /** Queues whose records or offsets could not be written, and why. */
    private final Map<OpenQueue, Throwable> failing = new HashMap<>();

    /** A record of a queue. */
    private record Sent(OpenQueue queue, Future<RecordMetadata> answer) {}

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

    EndTransaction(KafkaProducer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /**
     * Adds those ends whose partitions this process still owns, and returns those that have to wait: their queue is left alone, or
     * their reader is not known to be a member of the group at this moment. The membership is looked at before the lease: if the lease ends
     * later, the broker refuses that membership.
     */
    List<RemoteEnd> add(List<RemoteEnd> ends, long now) {
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
                plans.computeIfAbsent(lease, absent -> new ArrayList<>()).add(EndPlan.of(end, now));
            }
        }
        return waiting;
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
        OpenQueue queue = lease.queue();
        update.covered().forEach(row -> row.done().ids().forEach(unique -> send(queue, EndPlan.seen(lease, unique))));
        send(queue, new ProducerRecord<>(queue.topics().state(), lease.partition(), KEY, update.value()));
    }

    private void send(EndPlan plan) {
        OpenQueue next = plan.end().next();
        OpenQueue own = plan.end().lease().queue();
        send(next == null ? own : next, plan.put());
        send(own, plan.seen());
    }

    private void send(OpenQueue queue, @Nullable ProducerRecord<byte[], byte[]> one) {
        if (one != null) {
            Sent record = new Sent(queue, producer.send(one));
            sent.add(record);
            if (KafkaCalls.failureSoFar(record.answer()) != null) { // the next one would wait as long for the topic
                throw new KafkaException("A record of a transaction could not be written at once");
            }
        }
    }

    /** Of those whose fate is known, none may have failed. */
    private void requireSent() throws RefusedRecordException {
        Throwable first = null;
        for (Sent each : sent) {
            Throwable failed = failure(each);
            if (failed instanceof RecordTooLargeException || failed instanceof InvalidRecordException) {
                throw new RefusedRecordException(failed);
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
