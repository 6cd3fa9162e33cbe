package io.concor.kafka.outbox;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TestWorkers;
import io.concor.kafka.TextMessages;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.store.PutReceipts;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is put outside of transactions keeps its order with what goes by the outbox, and leaves the outbox soon. */
@Timeout(120)
class OutboxLeftTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final String flow = SharedBroker.flow();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private HikariDataSource dataSource;
    private RelayFaults faults;
    private JdbcQueueStore database;
    private KafkaQueueStore store;

    @BeforeEach
    void open() throws Exception {
        dataSource = TestDatabase.H2.empty();
        faults = new RelayFaults(dataSource);
        database = JdbcQueueStore.of(dataSource, new TextMessages())
                .transactions(faults)
                .build();
        store = SharedBroker.store().database(database).build();
    }

    @AfterEach
    void close() {
        store.close();
        database.close();
        dataSource.close();
    }

    private StoredQueue queue(Order order, int capacity) {
        return store.open(new QueueDefinition(flow, "slot", order, capacity));
    }

    private void putInTransaction(StoredQueue queue, String id, String key) throws Throwable {
        Transaction transaction = database.transactions().begin();
        try {
            queue.putInTransaction(queue.prepare(event(id, key)), PutReceipts.NONE);
        } catch (QueueStoreException refused) {
            transaction.rollback();
            throw refused;
        }
        transaction.commit();
    }

    private Ending handle(StoredEvent event) {
        handled.add(event.id());
        return new Ending.Handled();
    }

    private void awaitHandledInOrder(StoredQueue queue, int count) throws Exception {
        try (TestWorkers workers = TestWorkers.serve(queue, store.transactions(), 1, this::handle)) {
            await("all").atMost(LONG).until(() -> handled.size() >= count);
            await("empty").atMost(LONG).until(queue::isEmpty);
        }
        assertThat(handled)
                .containsExactlyElementsOf(
                        IntStream.range(0, count).mapToObj(i -> "event-" + i).toList());
    }

    /** Puts events, each when the one before is stored, until the outbox has got none of them for a while. */
    private int putUntilTheOutboxIsLeft(StoredQueue queue, int from) {
        AtomicInteger next = new AtomicInteger(from);
        AtomicLong before = new AtomicLong(-1);
        await("the outbox is left")
                .pollInterval(Duration.ofMillis(2))
                .during(Duration.ofMillis(500))
                .atMost(Duration.ofSeconds(20))
                .until(() -> {
                    put(queue, event("event-" + next.getAndIncrement(), "key")).get(30, TimeUnit.SECONDS);
                    long now = queue.entry().figures().put();
                    return before.getAndSet(now) == now;
                });
        return next.get();
    }

    /** All have one order, and there is always one that is put. */
    @Test
    @Tag("full")
    void steadyPutsLeaveTheOutboxThoughTheyKeepOneOrder() throws Throwable {
        StoredQueue queue = queue(Order.ONE, 100_000);
        int next = 0;
        for (int round = 0; round < 3; round++) {
            putInTransaction(queue, "event-" + next, "key");
            next = putUntilTheOutboxIsLeft(queue, next + 1);
        }
        awaitHandledInOrder(queue, next);
    }

    @Test
    void onlyPutsOfKeysThatAreInTheOutboxGoThere() throws Throwable {
        StoredQueue queue = queue(Order.KEY, 100_000);
        put(queue, event("first", "other")).get(30, TimeUnit.SECONDS);
        RelayFaults.Gate relaying = faults.stopAtBegin();
        putInTransaction(queue, "event-0", "key");
        put(queue, event("event-1", "key")).get(30, TimeUnit.SECONDS);
        put(queue, event("straight", "other")).get(30, TimeUnit.SECONDS);
        assertThat(queue.entry().figures().put()).isEqualTo(2);
        relaying.open();
    }

    /** What a caller puts first waits in the memory of its process, and the second way is free. */
    @Test
    void aPutInATransactionDoesNotOvertakeOneThatWaitsForRoom() throws Throwable {
        StoredQueue queue = queue(Order.KEY, 3);
        for (int i = 0; i < 3; i++) {
            put(queue, event("event-" + i, "key")).get(30, TimeUnit.SECONDS);
        }
        await("full").atMost(LONG).until(() -> queue.depth() >= 3);
        CompletableFuture<Void> waits = put(queue, event("event-3", "key"));
        await("it waits").atMost(LONG).until(() -> queue.figures().waitingForRoom() == 1);

        assertThatExceptionOfType(QueueStoreException.class)
                .isThrownBy(() -> putInTransaction(queue, "overtakes", "key"))
                .withMessageContaining("still on its way");
        putInTransaction(queue, "of-another-key", "other");

        assertThat(waits).isNotDone();
        try (TestWorkers workers = TestWorkers.serve(queue, store.transactions(), 1, this::handle)) {
            waits.get(60, TimeUnit.SECONDS);
            putInTransaction(queue, "event-4", "key");
            await("all").atMost(LONG).until(() -> handled.size() >= 6);
        }
        assertThat(handled.stream().filter(id -> id.startsWith("event")))
                .containsExactly("event-0", "event-1", "event-2", "event-3", "event-4");
        assertThat(handled).contains("of-another-key");
    }

    /** What was handed on in a transaction is not passed by what is put afterwards. */
    @Test
    void aPutDoesNotOvertakeWhatWasHandedOn() throws Throwable {
        StoredQueue queue = queue(Order.KEY, 100);
        StoredQueue first = database.open(new QueueDefinition(flow, "first", Order.KEY, 100));
        put(first, event("event-0", "key")).get(30, TimeUnit.SECONDS);
        RelayFaults.Gate relaying = faults.stopAtBegin();
        try (TestWorkers workers = TestWorkers.serve(
                first,
                database.transactions(),
                1,
                event -> new Ending.HandedOn(queue, queue.prepare(event(event.id(), "key"))))) {
            await("handed on").atMost(LONG).until(relaying::isReached);
        }
        CompletableFuture<Void> behind = put(queue, event("event-1", "key"));
        await("it is stored").atMost(LONG).until(behind::isDone);
        relaying.open();
        awaitHandledInOrder(queue, 2);
    }

    /** One after the other, each would take ten seconds. */
    @Test
    @Tag("full")
    void outboxesWhoseRelaysHangAreClosedTogether() throws Throwable {
        RelayFaults.Gate relaying = faults.stopAtBegin();
        for (int i = 0; i < 4; i++) {
            StoredQueue queue = store.open(new QueueDefinition(flow, "slot-" + i, Order.KEY, 100));
            putInTransaction(queue, "event", "key");
        }
        await("all hang").atMost(LONG).until(() -> relaying.count() == 4);
        long began = System.nanoTime();
        store.close();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
        relaying.open();
    }
}
