package io.concor.kafka.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * A consumer without a group that follows partitions. Brokers hold its fetches until there is something, so it asks seldom; but what is
 * added to such a client waits until a fetch that is held is over. So another client, which asks again and again, reads partitions that
 * begin, up to the end that they have then. What comes to them just after that may wait for one fetch. For one thread, if not said.
 */
public final class FollowingConsumer implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(20);

    private final KafkaConsumer<byte[], byte[]> patient;
    private final LazyConsumer quick;
    /** The partitions that the quick client reads, and where each ended when it began. */
    private final Map<TopicPartition, Long> begun = new HashMap<>();

    public FollowingConsumer(ClientSettings clients) {
        patient = clients.follower();
        quick = new LazyConsumer(clients::reader);
    }

    /** Has {@link #poll} return soon. Any thread. */
    public void wakeup() {
        patient.wakeup();
    }

    /** Returns the partitions that it reads. */
    public Set<TopicPartition> assignment() {
        Set<TopicPartition> all = new HashSet<>(patient.assignment());
        all.addAll(begun.keySet());
        return all;
    }

    /**
     * Changes the partitions that it reads.
     *
     * @param stay those that go on where they are
     * @param begin those that begin at their first record, or where {@link #seek} says
     * @return where those end that begin
     */
    public Map<TopicPartition, Long> assign(Collection<TopicPartition> stay, Collection<TopicPartition> begin) {
        Set<TopicPartition> slow = new HashSet<>(patient.assignment());
        slow.retainAll(stay);
        assign(patient, slow);
        begun.keySet().retainAll(stay);
        if (begin.isEmpty()) {
            assignQuick();
            return Map.of();
        }
        Set<TopicPartition> fast = new HashSet<>(begun.keySet());
        fast.addAll(begin);
        assign(quick.get(), fast);
        quick.get().seekToBeginning(begin);
        Map<TopicPartition, Long> ends = quick.get().endOffsets(begin);
        begun.putAll(ends);
        return ends;
    }

    /** What is assigned still goes on where it is. */
    private static void assign(KafkaConsumer<byte[], byte[]> client, Set<TopicPartition> wanted) {
        if (!client.assignment().equals(wanted)) {
            client.assign(wanted);
        }
    }

    private void assignQuick() {
        if (begun.isEmpty()) {
            quick.close();
        } else {
            assign(quick.get(), begun.keySet());
        }
    }

    /** Reads a partition from another place. */
    public void seek(TopicPartition partition, long place) {
        clientOf(partition).seek(partition, place);
    }

    /** Returns the place that is read next. */
    public long position(TopicPartition partition) {
        return clientOf(partition).position(partition);
    }

    private KafkaConsumer<byte[], byte[]> clientOf(TopicPartition partition) {
        return begun.containsKey(partition) ? quick.get() : patient;
    }

    /** Returns what has come, after a while at most. */
    public List<ConsumerRecord<byte[], byte[]>> poll(Duration patience) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        if (begun.isEmpty()) {
            pollPatient(patience, found);
        } else {
            pollPatient(Duration.ZERO, found); // first: it has nothing of what changes hands now
            quick.get().poll(STEP).forEach(found::add);
            settle();
        }
        return found;
    }

    private void pollPatient(Duration patience, List<ConsumerRecord<byte[], byte[]>> into) {
        if (patient.assignment().isEmpty()) {
            return;
        }
        try {
            patient.poll(patience).forEach(into::add);
        } catch (WakeupException soon) {
            // nothing has come
        }
    }

    /** What is read to its end goes to the other client. */
    private void settle() {
        Map<TopicPartition, Long> places = new HashMap<>();
        begun.forEach((partition, end) -> {
            long place = quick.get().position(partition);
            if (place >= end) {
                places.put(partition, place);
            }
        });
        if (!places.isEmpty()) {
            Set<TopicPartition> slow = new HashSet<>(patient.assignment());
            slow.addAll(places.keySet());
            assign(patient, slow);
            places.forEach(patient::seek);
            begun.keySet().removeAll(places.keySet());
            assignQuick();
        }
    }

    @Override
    public void close() {
        quick.close();
        patient.close(CloseOptions.timeout(Duration.ZERO));
    }
}
