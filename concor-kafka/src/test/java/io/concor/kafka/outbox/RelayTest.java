package io.concor.kafka.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.read.StuckTransactions;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.EventReceiver;
import io.concor.queue.FailedAttempts;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.outbox.Outboxes;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.QueueRow;
import io.concor.queues.row.RowKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A relay with a real broker, and an outbox that says what a database would. */
@Timeout(60)
class RelayTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int PARTITIONS = 4;
    private static final long IDLE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Transaction NONE = new Transaction() {
        @Override
        public void detach() {}

        @Override
        public void attach() {}

        @Override
        public void commit() {}

        @Override
        public void rollback() {}
    };

    private final QueueDefinition definition = new QueueDefinition(SharedBroker.flow(), "slot", Order.KEY, 1_000);
    private final QueueTopics topics = TopicNames.DEFAULT.of(definition);
    private final OpenQueue target =
            new OpenQueue(definition, topics, PARTITIONS, new TextMessages(), new QueueActivity());
    private final DatabaseHealth health = new DatabaseHealth("test");
    private final SaidOutbox outbox = new SaidOutbox();
    private Admin admin;
    private Relay relay;

    @BeforeEach
    void start() {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            store.open(definition); // creates the topics
        }
        admin = SharedBroker.admin();
        ClientSettings clients =
                new ClientSettings(Map.of("bootstrap.servers", SharedBroker.address()), "test", Duration.ofSeconds(10));
        OutboxParts parts =
                new OutboxParts(clients, admin, new StuckTransactions(admin, clients.names()), health, () -> {});
        RelayProducer producer = new RelayProducer(target, topics.events() + ".outbox-test", parts);
        relay = new Relay(target, outbox, () -> NONE, producer, health, () -> IDLE_NANOS);
        relay.start();
    }

    @AfterEach
    void stop() {
        relay.stop();
        relay.awaitEnd(System.nanoTime() + LONG.toNanos());
        admin.close();
    }

    private long records() throws Exception {
        long all = 0;
        for (int i = 0; i < PARTITIONS; i++) {
            TopicPartition partition = new TopicPartition(topics.events(), i);
            all += admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .get()
                    .offset();
        }
        return all;
    }

    /** Its producer is ready, and no other process is: only the rows say that it is not the owner. */
    @Test
    void putsNothingIfItsRowsAreNotItsOwn() throws Exception {
        outbox.refused = true;
        outbox.handOut(1, 3);
        await("released").atMost(LONG).until(() -> outbox.released.size() == 3);

        assertThat(records()).isZero();
        assertThat(health.state().reason()).contains("not yours");
        outbox.refused = false;
        outbox.handOut(1, 3);
        await("ended").atMost(LONG).until(() -> outbox.ended.size() == 3);
        assertThat(records()).isPositive();
        assertThat(health.state().up()).isTrue();
    }

    @Test
    @Tag("full")
    void failsNothingAnyMoreWhenAnotherProcessHasTheOutbox() {
        outbox.refused = true;
        outbox.handOut(1, 1);
        await("down").atMost(LONG).until(() -> !health.state().up());
        await("up").atMost(LONG).until(() -> health.state().up());
    }

    /** An outbox of a database that may refuse ends. */
    private final class SaidOutbox implements StoredQueue {
        final Queue<String> released = new ConcurrentLinkedQueue<>();
        final Queue<String> ended = new ConcurrentLinkedQueue<>();
        private final AtomicReference<EventReceiver> receiver = new AtomicReference<>();
        private final LocalQueue local = new LocalQueue(
                new QueueRow(1, definition.flow(), Outboxes.slot("slot"), 16, false),
                Outboxes.of(definition),
                new TextMessages(),
                new QueueActivity(),
                () -> {});
        volatile boolean refused;

        void handOut(int from, int to) {
            local.delivery().to(event -> true);
            IntStream.rangeClosed(from, to).forEach(i -> receiver.get().receive(claimed(i)));
        }

        private ClaimedEvent claimed(long id) {
            EncodedMessage message = new EncodedMessage("text", 1, "message".getBytes(StandardCharsets.UTF_8));
            EventRow row = new EventRow(
                    new RowKey(1, 0, id), "event-" + id, "key", message, Map.of(), System.currentTimeMillis(), 0, 0, 0);
            return new ClaimedEvent(local, row, new LaneEpoch(1, 0, 1));
        }

        @Override
        public StoredBatch batch() {
            return new StoredBatch() {
                private final Queue<String> ends = new ConcurrentLinkedQueue<>();

                @Override
                public void add(StoredEvent event, Ending ending) {
                    ends.add(event.id());
                }

                @Override
                public void put(StoredQueue to, NewEvent event) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void write() {
                    if (refused) {
                        throw new QueueStoreException("not yours", false, null);
                    }
                }

                @Override
                public void committed() {
                    ended.addAll(List.copyOf(ends));
                }

                @Override
                public boolean rolledBack() {
                    ends.clear();
                    return false;
                }
            };
        }

        @Override
        public QueueDefinition definition() {
            return local.definition();
        }

        @Override
        public void deliver(EventReceiver to) {
            receiver.set(to);
        }

        @Override
        public void release(StoredEvent event) {
            released.add(event.id());
        }

        @Override
        public void holdBehind(StoredEvent event) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long depth() {
            return 0;
        }

        @Override
        public boolean isEmpty() {
            return true;
        }

        @Override
        public void stopDelivering() {}

        @Override
        public void roomMade() {}

        @Override
        public void use(QueueDefinition changed) {}

        @Override
        public NewEvent prepare(NewEvent event) {
            return event;
        }

        @Override
        public void put(NewEvent event, PutReceipt receipt) {}

        @Override
        public void putInTransaction(NewEvent event, PutReceipt receipt) {}

        @Override
        public void endLater(StoredEvent event, Ending ending) {}

        @Override
        public void keepDead(NewEvent event, FailedAttempts failed, PutReceipt receipt) {}

        @Override
        public void close() {}
    }
}
