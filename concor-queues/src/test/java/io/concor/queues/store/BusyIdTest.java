package io.concor.queues.store;

import static io.concor.queues.store.PutReceipts.completing;
import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client repeats a put while the transaction of the first one has not ended. */
@Timeout(120)
class BusyIdTest {

    private static NewEvent unique(String id, String key) {
        return new NewEvent(id, true, "message of " + id, key, Duration.ZERO, Map.of());
    }

    private static Transaction putInTransaction(JdbcQueueStore store, StoredQueue queue, String... ids)
            throws Throwable {
        Transaction transaction = store.transactions().begin();
        for (String id : ids) {
            queue.putInTransaction(queue.prepare(unique(id, "key")), completing(new CompletableFuture<>()));
        }
        return transaction;
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "MARIADB"})
    void keepsNoOtherPutWaiting(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(new QueueDefinition("flow", "slot", Order.ANY, 10_000));
            String[] ids = {"busy-0", "busy-1", "busy-2"};
            Transaction first = putInTransaction(store, queue, ids);
            List<CompletableFuture<Void>> repeated = new ArrayList<>();
            List<CompletableFuture<Void>> others = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                if (i % 20 == 0) {
                    Stream.of(ids).forEach(id -> repeated.add(put(queue, unique(id, "key"))));
                }
                others.add(put(queue, i % 2 == 0 ? unique("unique-" + i, "key") : event("event-" + i)));
            }

            for (CompletableFuture<Void> other : others) {
                other.get(20, TimeUnit.SECONDS);
            }
            assertThat(repeated).noneMatch(CompletableFuture::isDone);
            first.commit();
            for (CompletableFuture<Void> again : repeated) {
                again.get(20, TimeUnit.SECONDS);
            }
            assertThat(tested.strings("select event_id from concor_event where event_id like 'busy%' order by id"))
                    .containsExactly(ids);
            assertThat(tested.count("concor_event")).isEqualTo(103);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "MARIADB"})
    void keepsTheOrderOfItsKey(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(new QueueDefinition("flow", "slot", Order.KEY, 10_000));
            Transaction first = putInTransaction(store, queue, "busy");
            List<CompletableFuture<Void>> ofKey = new ArrayList<>();
            ofKey.add(put(queue, unique("busy", "key")));
            for (int i = 0; i < 5; i++) {
                ofKey.add(put(queue, event("behind-" + i, "key")));
                put(queue, event("other-" + i, "another key")).get(20, TimeUnit.SECONDS);
            }

            assertThat(ofKey).noneMatch(CompletableFuture::isDone);
            first.rollback();
            for (CompletableFuture<Void> each : ofKey) {
                each.get(20, TimeUnit.SECONDS);
            }
            assertThat(tested.strings("select event_id from concor_event where key_text = 'key' order by id"))
                    .containsExactly("busy", "behind-0", "behind-1", "behind-2", "behind-3", "behind-4");
        }
    }

    /** It is found where it waits, though its queue keeps no order any more. */
    @Test
    void isPutOnceIfTheOrderOfItsQueueChangesMeanwhile() throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(new QueueDefinition("flow", "slot", Order.ONE, 10_000));
            StoredQueue other = store.open(new QueueDefinition("flow", "other", Order.ANY, 10_000));
            Transaction first = putInTransaction(store, queue, "busy");
            AtomicInteger told = new AtomicInteger();
            queue.put(queue.prepare(unique("busy", "key")), counting(told));
            CompletableFuture<Void> behind = put(queue, event("behind"));
            put(other, event("passes")).get(20, TimeUnit.SECONDS);

            queue.use(new QueueDefinition("flow", "slot", Order.ANY, 10_000));
            first.commit();

            behind.get(20, TimeUnit.SECONDS);
            put(queue, event("last")).get(20, TimeUnit.SECONDS);
            assertThat(told).hasValue(1);
        }
    }

    private static PutReceipt counting(AtomicInteger told) {
        return new PutReceipt() {
            @Override
            public void stored() {
                told.incrementAndGet();
            }

            @Override
            public void failed(QueueStoreException cause) {
                told.addAndGet(1000);
            }
        };
    }
}
