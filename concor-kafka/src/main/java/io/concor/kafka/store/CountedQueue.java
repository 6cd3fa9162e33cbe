package io.concor.kafka.store;

import io.concor.kafka.event.KnownDepth;
import io.concor.kafka.event.OpenQueue;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** An open queue as the census knows it. For one thread. */
final class CountedQueue {

    private final OpenQueue queue;
    private final CountPace pace = new CountPace();
    private final FirstEvents firsts = new FirstEvents();
    private final StandingReads standing = new StandingReads();
    private Map<TopicPartition, Long> begins = Map.of();
    private long beginsNanos;
    private boolean beginsWanted;
    private QueueOffsets offsets = QueueOffsets.NONE;
    private KnownDepth.Begun begun;

    CountedQueue(OpenQueue queue) {
        this.queue = queue;
        begun = queue.depth().beginCount(0);
    }

    OpenQueue queue() {
        return queue;
    }

    QueueOffsets offsets() {
        return offsets;
    }

    FirstEvents firsts() {
        return firsts;
    }

    StandingReads standing() {
        return standing;
    }

    boolean owns(TopicPartition partition) {
        return partition.topic().equals(queue.topics().events()) && queue.owns(partition.partition());
    }

    // counts

    boolean isDue(long now) {
        return pace.isDue(queue.depth(), now) || standing.isDue(now);
    }

    /** Before brokers are asked. */
    void begin() {
        beginsWanted = queue.depth().isEmptinessAwaited(); // it may be empty because a person has purged it
        begun = queue.depth().beginCount(queue.uncovered());
    }

    /** Returns whether the first offsets are to be asked for, which change only when something is cut off. */
    boolean needsBegins(long now) {
        return begins.isEmpty() || beginsWanted || now - beginsNanos >= CountPace.REST_NANOS;
    }

    void begins(Map<TopicPartition, Long> asked, long now) {
        begins = own(asked);
        beginsNanos = now;
    }

    /** Brokers have answered, maybe about other queues too. */
    void counted(Map<TopicPartition, OffsetAndMetadata> committed, Map<TopicPartition, Long> ends, long now) {
        offsets = new QueueOffsets(own(committed), begins, own(ends));
        long waiting = offsets.waiting();
        queue.depth().counted(begun, waiting);
        pace.counted(waiting, offsets.end(), now);
    }

    /** Returns the part that concerns its partitions. */
    <T> Map<TopicPartition, T> own(Map<TopicPartition, T> ofAll) {
        return ofAll.entrySet().stream()
                .filter(each -> each.getKey().topic().equals(queue.topics().events()))
                .filter(each -> each.getValue() != null)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns those partitions of this process in which events wait. */
    Map<TopicPartition, Long> endsOfOwnThatWait() {
        return offsets.ends().entrySet().stream()
                .filter(each -> owns(each.getKey()) && offsets.waiting(each.getKey()) > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
