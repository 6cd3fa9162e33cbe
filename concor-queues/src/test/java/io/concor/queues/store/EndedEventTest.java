package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When those learn of it who await the end of an event. */
@Timeout(120)
class EndedEventTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Ending HANDLED = new Ending.Handled();

    private final CompletableFuture<Void> told = new CompletableFuture<>();
    private StoreUnderTest tested;
    private FailingDataSource connections;
    private JdbcQueueStore store;
    private StoredQueue queue;
    private StoredEvent event;

    @BeforeEach
    void receive() throws Exception {
        tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL);
        connections = new FailingDataSource(tested.dataSource());
        store = tested.store(connections);
        queue = store.open(new QueueDefinition("flow", "slot", Order.ANY, 100));
        BlockingQueue<StoredEvent> received = new LinkedBlockingQueue<>();
        queue.deliver(received::add);
        put(queue, event("one")).get(20, TimeUnit.SECONDS);
        event = Objects.requireNonNull(received.poll(20, TimeUnit.SECONDS));
        event.whenEnded(() -> told.complete(null));
    }

    @AfterEach
    void close() throws Exception {
        tested.close();
    }

    @Test
    void theyLearnItWhenTheDatabaseHasWhatEndsLater() {
        connections.failOn("delete from concor_event");
        queue.endLater(event, HANDLED);
        await("its end is not written").atMost(LONG).until(() -> connections.failures() > 0);
        assertThat(told).isNotDone();

        connections.failOn(null);

        assertThat(told).succeedsWithin(LONG);
        CompletableFuture<Void> late = new CompletableFuture<>();
        event.whenEnded(() -> late.complete(null));
        assertThat(late).isDone();
    }

    @Test
    void theyLearnItWhenTheBatchIsCommitted() throws Throwable {
        Transaction transaction = store.transactions().begin();
        StoredBatch batch = queue.batch();
        batch.add(event, HANDLED);
        batch.write();
        assertThat(told).isNotDone();
        transaction.commit();
        batch.committed();
        assertThat(told).isDone();
    }
}
