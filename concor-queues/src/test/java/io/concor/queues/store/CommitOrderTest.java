package io.concor.queues.store;

import static io.concor.queues.store.PutReceipts.completing;
import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions of callers commit in another order than they put in. */
@Timeout(120)
class CommitOrderTest {

    /** Well before the reader looks for rows of which it was not told. */
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    /** The reader is told of the later row and of the earlier one while it is at something else. */
    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"H2", "POSTGRESQL", "MARIADB"})
    void anEarlierRowThatIsCommittedAfterALaterOneIsHandedOutAtOnce(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(new QueueDefinition("flow", "slot", Order.ANY, 10_000));
            List<String> handedOut = new CopyOnWriteArrayList<>();
            CompletableFuture<Void> goOn = new CompletableFuture<>();
            queue.deliver(event -> {
                handedOut.add(event.id());
                if (event.id().equals("second")) {
                    goOn.join();
                }
                queue.endLater(event, new Ending.Handled());
                return true;
            });
            put(queue, event("first")).get(20, TimeUnit.SECONDS);
            awaitAll(handedOut, "first");
            Transaction earlier = putInTransaction(store, queue, "earlier");
            put(queue, event("second")).get(20, TimeUnit.SECONDS);
            awaitAll(handedOut, "first", "second");

            putInTransaction(store, queue, "later").commit();
            earlier.commit();
            goOn.complete(null);

            awaitAll(handedOut, "first", "second", "earlier", "later");
        }
    }

    private static Transaction putInTransaction(JdbcQueueStore store, StoredQueue queue, String id) throws Throwable {
        Transaction transaction = store.transactions().begin();
        queue.putInTransaction(queue.prepare(event(id)), completing(new CompletableFuture<>()));
        transaction.detach();
        return transaction;
    }

    private static void awaitAll(List<String> handedOut, String... ids) {
        await().atMost(AT_ONCE).untilAsserted(() -> assertThat(handedOut).containsExactlyInAnyOrder(ids));
    }
}
