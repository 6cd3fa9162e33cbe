package io.concor.kafka.outbox;

import static io.concor.kafka.SharedBroker.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TestWorkers;
import io.concor.kafka.TextMessages;
import io.concor.kafka.administration.LetterChoice;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The brokers refuse an event of an outbox for good: its topic takes less than when it was put. */
@Timeout(120)
class OutboxRefusedTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int EVENTS = 40;
    private static final int LARGE = 30_000;
    private static final PutReceipt NOTHING = new PutReceipt() {
        @Override
        public void stored() {}

        @Override
        public void failed(QueueStoreException cause) {}
    };

    private final String flow = SharedBroker.flow();
    private final QueueDefinition definition = new QueueDefinition(flow, "slot", Order.KEY, 1_000);
    private final QueueTopics topics = TopicNames.DEFAULT.of(definition);
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    @Test
    void becomesADeadLetterAndThoseAfterItGoOn() throws Throwable {
        try (HikariDataSource dataSource = TestDatabase.H2.empty();
                JdbcQueueStore database =
                        JdbcQueueStore.of(dataSource, new TextMessages()).build();
                KafkaQueueStore store = SharedBroker.store().database(database).build()) {
            StoredQueue queue = store.open(definition);
            topicTakes(20_000);
            putInOneTransaction(database, queue);
            try (TestWorkers workers = TestWorkers.serve(queue, store.transactions(), 1, event -> handle(event.id()))) {
                await("all others").atMost(LONG).until(() -> handled.size() >= EVENTS);
                await("its letter").atMost(LONG).until(() -> !letters(store).isEmpty());
                await("the outbox is empty").atMost(LONG).until(queue::isEmpty);
                await("it works again").atMost(LONG).until(() -> store.state().up());
                assertThat(handled).doesNotContain("large").hasSize(EVENTS);
                assertIsOfLarge(letters(store));

                topicTakes(1_000_000);
                store.administration().requeue(flow, "slot", LetterChoice.ALL);
                await("requeued").atMost(LONG).until(() -> handled.contains("large"));
            }
        }
    }

    private void topicTakes(int bytes) throws Exception {
        SharedBroker.largestRecord(topics, bytes);
    }

    private Ending handle(String id) {
        handled.add(id);
        return new Ending.Handled();
    }

    private List<LetterRecord> letters(KafkaQueueStore store) {
        return store.administration().dead(flow, "slot", null, 10);
    }

    private void assertIsOfLarge(List<LetterRecord> letters) {
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.event().id()).isEqualTo("large");
            assertThat(letter.event().message().body()).hasSizeGreaterThanOrEqualTo(LARGE);
            assertThat(letter.failure().errorMessage())
                    .contains("could not be put", "max.message.bytes of the topic '" + topics.events() + "'");
        });
    }

    private static void putInOneTransaction(JdbcQueueStore database, StoredQueue queue) throws Throwable {
        Transaction transaction = database.transactions().begin();
        IntStream.range(0, EVENTS / 2).forEach(i -> put(queue, event("before-" + i, "key")));
        put(queue, new NewEvent("large", false, "x".repeat(LARGE), "key", Duration.ZERO, Map.of()));
        IntStream.range(0, EVENTS / 2).forEach(i -> put(queue, event("after-" + i, "key")));
        transaction.commit();
    }

    private static void put(StoredQueue queue, NewEvent event) {
        queue.putInTransaction(queue.prepare(event), NOTHING);
    }
}
