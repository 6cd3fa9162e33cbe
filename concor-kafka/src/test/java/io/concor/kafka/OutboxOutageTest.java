package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.store.PutReceipts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of a database commit while brokers are away; what was put in them comes later. */
@Timeout(180)
@Tag("full")
class OutboxOutageTest {

    private static final Duration LONG = Duration.ofSeconds(90);

    private final QueueDefinition definition = new QueueDefinition(SharedBroker.flow(), "slot", Order.ONE, 1_000);
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    @TempDir
    Path folder;

    @Test
    void theRelayGoesOnWhenBrokersAreBack() throws Throwable {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:outage;DB_CLOSE_DELAY=-1", "", "");
        pool.setMaxConnections(20);
        try (SingleBroker broker = new SingleBroker(folder, "PLAINTEXT", Map.of());
                JdbcQueueStore database =
                        JdbcQueueStore.of(pool, new TextMessages()).build();
                KafkaQueueStore store = KafkaQueueStore.of(
                                Map.of("bootstrap.servers", broker.address()), new TextMessages())
                        .partitions(2)
                        .replication(1)
                        .transactionTimeout(Duration.ofSeconds(3))
                        .database(database)
                        .build()) {
            StoredQueue queue = store.open(definition);
            putAll(database, queue, 0, 50);
            await("relayed").atMost(LONG).until(() -> queue.entry().depth() == 0);
            broker.stop();
            putAll(database, queue, 50, 100);
            await("it fails").atMost(LONG).until(() -> String.valueOf(
                            store.state().reason())
                    .contains("hand on events of the outbox of the queue " + definition.name()));
            assertThat(queue.depth()).isGreaterThanOrEqualTo(50);
            broker.startAgain();
            await("relayed").atMost(LONG).until(() -> queue.entry().depth() == 0);
            await("up").atMost(LONG).until(() -> store.state().up());
            try (TestWorkers workers = TestWorkers.serve(queue, store.transactions(), 1, event -> {
                handled.add(event.id());
                return new Ending.Handled();
            })) {
                await("all").atMost(LONG).until(() -> handled.size() >= 100);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
        pool.dispose();
        assertThat(handled)
                .containsExactlyElementsOf(
                        IntStream.range(0, 100).mapToObj(i -> "event-" + i).toList());
    }

    private static void putAll(JdbcQueueStore database, StoredQueue queue, int from, int to) throws Throwable {
        for (int i = from; i < to; i++) {
            Transaction transaction = database.transactions().begin();
            queue.putInTransaction(queue.prepare(event("event-" + i, null)), PutReceipts.NONE);
            transaction.commit();
        }
    }
}
