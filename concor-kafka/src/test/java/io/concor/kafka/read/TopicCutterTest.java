package io.concor.kafka.read;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.PartitionListenerAdapter;
import io.concor.kafka.event.ProgressChange;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.QueueActivity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Only what the owner of a partition has written as done is deleted. */
@Timeout(60)
class TopicCutterTest implements PartitionListenerAdapter {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int EVENTS = 10;

    private final QueueDefinition slot = new QueueDefinition(SharedBroker.flow(), "slot", Order.ONE, 1_000);
    private final QueueTopics topics = TopicNames.DEFAULT.of(slot);
    private final TopicPartition events = new TopicPartition(topics.events(), 0);
    private final OpenQueue queue = new OpenQueue(slot, topics, 4, new TextMessages(), new QueueActivity());
    private final PartitionLease lease = new PartitionLease(queue, 0, this);
    private final OwnedPartition owned = new OwnedPartition(events, lease, new PartitionOrder(lease, new CopyBudget()));

    private static long begin(Admin admin, TopicPartition of) throws Exception {
        return admin.listOffsets(Map.of(of, OffsetSpec.earliest()))
                .partitionResult(of)
                .get()
                .offset();
    }

    /** As a tool, or a person, sets them. */
    @Test
    void theOffsetsOfTheGroupCutNothing() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build();
                Admin admin = SharedBroker.admin()) {
            StoredQueue open = store.open(slot);
            IntStream.range(0, EVENTS)
                    .mapToObj(i -> put(open, event("event-" + i, null)))
                    .toList()
                    .forEach(each -> each.join());
            admin.alterConsumerGroupOffsets(topics.events(), Map.of(events, new OffsetAndMetadata(EVENTS)))
                    .all()
                    .get();
            TopicCutter cutter = new TopicCutter(admin, new DatabaseHealth("test"), Duration.ZERO);
            owned.delivers(new SeenIds(events, 0, 0));
            LongStream.range(0, EVENTS).forEach(lease.progress()::read);
            cutter.cut(List.of(owned));
            write(0, 1, 2, 5);
            await("what is done").atMost(LONG).until(() -> {
                cutter.cut(List.of(owned));
                return begin(admin, events) > 0;
            });
            assertThat(begin(admin, events)).isEqualTo(3);
        }
    }

    private void write(long... done) {
        List<ProgressChange> changes = LongStream.of(done)
                .mapToObj(offset -> ProgressChange.done(offset, null))
                .toList();
        lease.progress().committed(lease.progress().with(changes));
    }
}
