package io.concor.kafka.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TestWorkers;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.PartitionListenerAdapter;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.BusyTime;
import io.concor.queues.measure.QueueActivity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that is no owner any more ends nothing, and what it has left open hinders the next one for moments only. */
@Timeout(120)
class FormerOwnerTest implements PartitionListenerAdapter {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(5);

    private final String flow = SharedBroker.flow();
    private final QueueDefinition definition = new QueueDefinition(flow, "slot", Order.ONE, 1_000);
    private final QueueTopics topics = TopicNames.DEFAULT.of(definition);
    private final ClientSettings clients = new ClientSettings(
            Map.of("bootstrap.servers", SharedBroker.address()), "zombie-" + flow, TRANSACTION_TIMEOUT);
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean answered = new AtomicBoolean();
    private final Queue<RemoteEnd> ended = new ConcurrentLinkedQueue<>();

    @Override
    public void ended(List<RemoteEnd> ends) {
        ended.addAll(ends);
    }

    private RemoteEnd endOfAFormerMember(StoredQueue queue) {
        OpenQueue local = new OpenQueue(definition, topics, 4, new TextMessages(), new QueueActivity());
        local.group(new ConsumerGroupMetadata(topics.events(), 1, "a member of before", Optional.empty()));
        PartitionLease lease = new PartitionLease(local, 0, this);
        EventRecord record = local.eventRecord(queue.prepare(SharedBroker.event("event-0", null)));
        lease.progress().read(0);
        RemoteEvent event = new RemoteEvent(lease, 0, 0, record, FailedTries.NONE, "");
        event.whenEnded(() -> answered.set(true));
        assertThat(event.end()).isTrue();
        return RemoteEnd.of(event, new Ending.Handled(), null);
    }

    private Ending handle(String id) {
        handled.add(id);
        return new Ending.Handled();
    }

    @Test
    void aFormerOwnerCannotCommit() throws Exception {
        DatabaseHealth health = new DatabaseHealth("zombie");
        try (KafkaQueueStore store = SharedBroker.store().build();
                EndProducer zombie = new EndProducer(clients, () -> {}, health, new BusyTime())) {
            StoredQueue queue = store.open(definition);
            SharedBroker.put(queue, SharedBroker.event("event-0", null)).join();
            zombie.start();
            RemoteEnd end = endOfAFormerMember(queue);
            zombie.end(end);
            await().during(Duration.ofSeconds(2)).atMost(LONG).until(ended::isEmpty);
            try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> handle(event.id()))) {
                await("the owner has it").atMost(LONG).until(() -> handled.size() == 1);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
            end.lease().end();
        }
        assertThat(ended).isEmpty();
        assertThat(answered)
                .as("what the former owner has made of it is no result")
                .isFalse();
    }

    /** The broker itself would abort it after minutes. */
    @Test
    @Tag("full")
    void aTransactionThatADeadProcessHasLeftOpenIsAborted() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(definition);
            SharedBroker.put(queue, SharedBroker.event("event-0", null)).join();
            KafkaProducer<byte[], byte[]> dying = clients.transactionalProducer("ends");
            dying.initTransactions();
            dying.beginTransaction();
            dying.send(new ProducerRecord<>(topics.state(), 0, new byte[] {1}, new byte[] {1}));
            dying.send(new ProducerRecord<>(topics.events(), 0, null, new byte[] {1}));
            dying.flush();
            dying.close(Duration.ZERO);
            SharedBroker.put(queue, SharedBroker.event("event-1", null)).join();
            try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> handle(event.id()))) {
                await("both").atMost(LONG).until(() -> handled.size() == 2);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
        assertThat(handled).containsExactly("event-0", "event-1");
    }
}
