package io.concor.kafka.store;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.BrokerContact;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Asks brokers where the events of queues begin and end, and what of them is done. Thread-safe; waits for the answers. */
final class OffsetQueries {

    static final Duration CALL = Duration.ofSeconds(10);

    private final Admin admin;
    private final BrokerContact contact;

    OffsetQueries(Admin admin, BrokerContact contact) {
        this.admin = admin;
        this.contact = contact;
    }

    /** Returns the partitions of the events of a queue. */
    static Stream<TopicPartition> partitions(OpenQueue queue) {
        return IntStream.range(0, queue.partitions())
                .mapToObj(i -> new TopicPartition(queue.topics().events(), i));
    }

    /** Returns the low marks of the groups of queues. */
    Map<TopicPartition, OffsetAndMetadata> committed(Collection<OpenQueue> queues)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, ListConsumerGroupOffsetsSpec> groups = queues.stream()
                .collect(Collectors.toMap(
                        queue -> queue.topics().events(), queue -> new ListConsumerGroupOffsetsSpec()));
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        contact.await(admin.listConsumerGroupOffsets(groups).all(), CALL)
                .values()
                .forEach(committed::putAll);
        return committed;
    }

    /** Returns the first offsets that are kept. */
    Map<TopicPartition, Long> begins(Collection<OpenQueue> queues)
            throws InterruptedException, ExecutionException, TimeoutException {
        return offsets(ofAll(queues), OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    }

    /** Returns the next offsets. */
    Map<TopicPartition, Long> ends(Collection<OpenQueue> queues)
            throws InterruptedException, ExecutionException, TimeoutException {
        return offsets(ofAll(queues), OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    }

    /** Returns up to where partitions can be read: up to the first open transaction. */
    Map<TopicPartition, Long> readable(Collection<TopicPartition> partitions)
            throws InterruptedException, ExecutionException, TimeoutException {
        return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    }

    private static List<TopicPartition> ofAll(Collection<OpenQueue> queues) {
        return queues.stream().flatMap(OffsetQueries::partitions).toList();
    }

    private Map<TopicPartition, Long> offsets(
            Collection<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        if (partitions.isEmpty()) {
            return offsets;
        }
        Map<TopicPartition, OffsetSpec> asked =
                partitions.stream().collect(Collectors.toMap(each -> each, each -> which));
        Map<TopicPartition, ListOffsetsResultInfo> found = contact.await(
                admin.listOffsets(asked, new ListOffsetsOptions(isolation)).all(), CALL);
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }
}
