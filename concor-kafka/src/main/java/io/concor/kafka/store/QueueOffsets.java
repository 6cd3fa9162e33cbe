package io.concor.kafka.store;

import io.concor.kafka.administration.WaitingEvents;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What brokers have said of the events of a queue, by partition.
 *
 * @param committed the low marks of the group; absent where nothing was handled yet
 * @param begins the first offsets that are kept
 * @param ends the next offsets
 */
record QueueOffsets(
        Map<TopicPartition, OffsetAndMetadata> committed,
        Map<TopicPartition, Long> begins,
        Map<TopicPartition, Long> ends) {

    /** Nothing was said. */
    static final QueueOffsets NONE = new QueueOffsets(Map.of(), Map.of(), Map.of());

    /** Returns how many events of a partition wait. */
    long waiting(TopicPartition of) {
        return Math.max(0, WaitingEvents.of(committed.get(of), begin(of), ends.get(of)));
    }

    private long begin(TopicPartition of) {
        return begins.getOrDefault(of, 0L);
    }

    /** Returns how many events wait. */
    long waiting() {
        return ends.keySet().stream().mapToLong(this::waiting).sum();
    }

    /** Returns where the partitions end, together. */
    long end() {
        return ends.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns where the first event lies that is not done, of partitions in which events wait. */
    Map<TopicPartition, Long> firsts() {
        Map<TopicPartition, Long> firsts = new HashMap<>();
        for (TopicPartition each : ends.keySet()) {
            if (waiting(each) > 0) {
                OffsetAndMetadata low = committed.get(each);
                firsts.put(each, low == null ? begin(each) : Math.max(begin(each), low.offset()));
            }
        }
        return firsts;
    }
}
