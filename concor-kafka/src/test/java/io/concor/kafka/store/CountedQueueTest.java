package io.concor.kafka.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.PartitionListenerAdapter;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.measure.QueueActivity;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What each process does with its own partitions only. */
class CountedQueueTest implements PartitionListenerAdapter {

    private final QueueDefinition definition = new QueueDefinition("flow", "slot", Order.ANY, 100);
    private final OpenQueue open =
            new OpenQueue(definition, TopicNames.DEFAULT.of(definition), 2, new TextMessages(), new QueueActivity());
    private final CountedQueue queue = new CountedQueue(open);
    private final PartitionLease lease = new PartitionLease(open, 1, this);

    private static TopicPartition partition(int index) {
        return new TopicPartition("concor.flow.slot", index);
    }

    private void count(long low) {
        queue.begin();
        queue.begins(Map.of(partition(0), 0L, partition(1), 0L), 0);
        queue.counted(
                Map.of(partition(0), new OffsetAndMetadata(low), partition(1), new OffsetAndMetadata(low)),
                Map.of(partition(0), 10L, partition(1), 10L, new TopicPartition("concor.flow.other", 0), 100L),
                0);
    }

    @Test
    void countsAllPartitionsOfItsOwnTopic() {
        count(4);
        assertThat(open.depth().events()).isEqualTo(12);
    }

    @Test
    void looksForOpenTransactionsInThePartitionsOfThisProcessInWhichSomethingWaits() {
        count(4);
        assertThat(queue.endsOfOwnThatWait()).isEmpty();
        lease.taken(0);
        assertThat(queue.endsOfOwnThatWait()).containsOnlyKeys(partition(1));
        count(10);
        assertThat(queue.endsOfOwnThatWait()).isEmpty();
    }
}
