package io.concor.queues.outbox;

import static io.concor.queues.store.PutReceipts.completing;
import static io.concor.queues.store.StoreUnderTest.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.jdbc.OnPostgresAndH2;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.row.RowSpan;
import io.concor.queues.store.StoreUnderTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A queue of a database whose events go on to another store. */
@Timeout(120)
class OutboxQueueTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final QueueDefinition REMOTE = new QueueDefinition("flow", "slot", Order.KEY, 1_000);

    private final Queue<StoredEvent> handedOut = new ConcurrentLinkedQueue<>();

    private static StoredQueue outbox(JdbcQueueStore store) {
        return store.open(Outboxes.of(REMOTE));
    }

    /** As the other store prepares it. */
    private static NewEvent prepared(NewEvent event, int version) {
        byte[] body = String.valueOf(event.message()).getBytes(StandardCharsets.UTF_8);
        return new NewEvent(
                event.id(),
                event.unique(),
                new EncodedMessage("unknown here", version, body),
                event.key(),
                event.delay(),
                event.headers());
    }

    private static void putInTransaction(JdbcQueueStore store, StoredQueue outbox, NewEvent event) throws Throwable {
        CompletableFuture<Void> put = new CompletableFuture<>();
        Transaction transaction = store.transactions().begin();
        outbox.putInTransaction(event, completing(put));
        transaction.commit();
        put.join();
    }

    private static void commit(Transaction transaction, StoredBatch batch) throws Throwable {
        batch.write();
        transaction.commit();
        batch.committed();
    }

    @OnPostgresAndH2
    void handsOutWhatItCannotReadAtOnceAndKeepsWhatTheOtherQueueIsToKnow(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue outbox = outbox(store);
            NewEvent later = new NewEvent("later", true, "text", "key", Duration.ofHours(1), Map.of("mdc.user", "ann"));
            long before = System.currentTimeMillis();
            putInTransaction(store, outbox, prepared(later, 99));
            putInTransaction(store, outbox, prepared(later, 99)); // the other queue decides whether it is the same
            outbox.deliver(handedOut::add);

            await().atMost(LONG).until(() -> handedOut.size() == 2);
            assertThat(handedOut).allSatisfy(event -> {
                CarriedEvent carried = CarriedEvent.unpack(event);
                assertThat(carried.id()).isEqualTo("later");
                assertThat(carried.unique()).isTrue();
                assertThat(carried.dueAt() - before).isBetween(3_600_000L, 3_660_000L);
                assertThat(carried.headers()).isEqualTo(Map.of("mdc.user", "ann"));
                assertThat(event.key()).isEqualTo("key");
                assertThat(CarriedEvent.message(event).type()).isEqualTo("unknown here");
                assertThat(CarriedEvent.message(event).version()).isEqualTo(99);
                assertThat(CarriedEvent.message(event).body()).asString().isEqualTo("text");
            });
        }
    }

    @OnPostgresAndH2
    void isPartOfTheOtherQueueForOperators(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue outbox = outbox(store);
            putInTransaction(store, outbox, prepared(event("one"), 1));

            assertThat(store.slots("flow")).isEmpty();
            assertThat(store.administration().queues()).isEmpty();
            assertThat(store.administration().directory().queues()).isEmpty();
            assertThat(outbox.depth()).isEqualTo(1);
            assertThat(store.administration().purgeOutbox("flow", "slot")).isEqualTo(1);
            assertThat(store.administration().purgeOutbox("flow", "other")).isZero();
            assertThat(tested.count("concor_event")).isZero();
        }
    }

    /** As a batch of another store does, which takes part in the transactions of this one. */
    @OnPostgresAndH2
    void aBatchPutsEventsThoughNoneEnds(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue outbox = outbox(store);
            outbox.deliver(handedOut::add);
            StoredBatch batch = outbox.batch();

            Transaction undone = store.transactions().begin();
            batch.put(outbox, prepared(event("undone"), 1));
            batch.write();
            undone.rollback();
            batch.rolledBack();
            Transaction transaction = store.transactions().begin();
            batch.put(outbox, prepared(event("one"), 1));
            batch.put(outbox, prepared(event("two"), 1));
            commit(transaction, batch);

            await().atMost(LONG).until(() -> handedOut.size() == 2);
            assertThat(handedOut).extracting(StoredEvent::id).containsExactly("one", "two");
            assertThat(outbox.depth()).isEqualTo(2);
        }
    }

    /** So that nothing that is put another way passes them. */
    @OnPostgresAndH2
    void whatABatchPutsIsFollowedUntilItsTransactionEnds(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue outbox = outbox(store);
            List<String> followed = new ArrayList<>();
            store.follow(outbox, key -> {
                followed.add("begun " + key);
                return () -> followed.add("over " + key);
            });
            StoredQueue besides = store.open(new QueueDefinition("flow", "besides", Order.ANY, 1_000));
            for (boolean commits : List.of(true, false)) {
                StoredBatch batch = outbox.batch();
                Transaction transaction = store.transactions().begin();
                batch.put(outbox, prepared(event("one", "key"), 1));
                batch.put(besides, besides.prepare(event("no outbox", "other")));
                assertThat(followed).isEmpty();
                batch.write();
                assertThat(followed).containsExactly("begun key");
                if (commits) {
                    transaction.commit();
                    batch.committed();
                } else {
                    transaction.rollback();
                    batch.rolledBack();
                }
                assertThat(followed).containsExactly("begun key", "over key");
                followed.clear();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "MARIADB", "SQLITE", "H2"})
    void itsRowsAreKnown(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue outbox = outbox(store);
            assertThat(store.rows(outbox)).isEmpty();
            for (int i = 0; i < 3; i++) {
                putInTransaction(store, outbox, prepared(event("event-" + i), 1));
            }
            RowSpan all = store.rows(outbox).orElseThrow();
            assertThat(all.last() - all.first()).isGreaterThanOrEqualTo(2);
            tested.execute("delete from concor_event where event_id <> 'event-2'");
            assertThat(store.rows(outbox)).contains(new RowSpan(all.last(), all.last()));
        }
    }

    /** One that ends, and one that is put besides, in one transaction. */
    @OnPostgresAndH2
    void aBatchEndsEventsAndPutsOthers(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue outbox = outbox(store);
            StoredQueue first = store.open(new QueueDefinition("flow", "first", Order.ANY, 1_000));
            StoreUnderTest.put(first, event("one")).join();
            Queue<StoredEvent> firsts = new ConcurrentLinkedQueue<>();
            first.deliver(firsts::add);
            await().atMost(LONG).until(() -> firsts.size() == 1);

            StoredBatch batch = first.batch();
            Transaction transaction = store.transactions().begin();
            batch.add(firsts.remove(), new Ending.HandedOn(outbox, prepared(event("one"), 1)));
            batch.put(outbox, prepared(event("other"), 1));
            commit(transaction, batch);
            outbox.deliver(handedOut::add);

            await().atMost(LONG).until(() -> handedOut.size() == 2);
            assertThat(handedOut).extracting(StoredEvent::id).containsExactlyInAnyOrder("one", "other");
            assertThat(tested.count("concor_event")).isEqualTo(2);
        }
    }
}
