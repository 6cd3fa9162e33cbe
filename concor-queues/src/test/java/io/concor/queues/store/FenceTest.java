package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.effect;
import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.event.KeyLanes;
import io.concor.queues.jdbc.OnPostgresAndH2;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that is not the owner any more can neither commit nor hand out. */
@Timeout(120)
class FenceTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int LANES = 16;

    private static final QueueDefinition QUEUE = new QueueDefinition("flow", "slot", Order.ONE, 100_000);

    private static void write(JdbcQueueStore store, StoredQueue queue, StoredEvent event) throws Throwable {
        Transaction transaction = store.transactions().begin();
        StoredBatch batch = queue.batch();
        try {
            batch.add(event, new Ending.Handled());
            batch.write();
        } catch (Throwable failed) {
            transaction.rollback();
            batch.rolledBack();
            throw failed;
        }
        transaction.commit();
        batch.committed();
    }

    /** The threads of the first process stand still, so that it knows of nothing; its worker goes on. */
    @OnPostgresAndH2
    void aFormerOwnerCannotCommitWhileTheNextOneHandlesTheEvent(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FailingDataSource stopping = new FailingDataSource(tested.dataSource());
            JdbcQueueStore former = tested.add(JdbcQueueStore.of(stopping, new TextFormat())
                    .transactions(new JdbcTransactions(tested.dataSource()))
                    .member(StoreUnderTest.MEMBER)
                    .build());
            StoredQueue queue = former.open(QUEUE);
            CompletableFuture<StoredEvent> before = new CompletableFuture<>();
            queue.deliver(before::complete);
            put(queue, event("one")).get(20, TimeUnit.SECONDS);
            StoredEvent old = before.get(20, TimeUnit.SECONDS);
            stopping.pause(true);

            JdbcQueueStore next = tested.store();
            StoredQueue same = next.open(QUEUE);
            CompletableFuture<StoredEvent> after = new CompletableFuture<>();
            same.deliver(after::complete);
            StoredEvent taken = after.get(20, TimeUnit.SECONDS);

            assertThatThrownBy(() -> write(former, queue, old))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContaining("another process");
            assertThat(old.isRecalled()).isTrue();
            write(next, same, taken);
            assertThat(tested.count("concor_event")).isZero();
            stopping.pause(false);
        }
    }

    /** Nothing renews the lease, but no other process has taken the lanes yet. */
    @Test
    void handsOutNothingAfterItsOwnClockSaysThatTheLeaseIsOver() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            FailingDataSource stopping = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(stopping);
            StoredQueue queue = store.open(QUEUE);
            List<String> received = new CopyOnWriteArrayList<>();
            queue.deliver(event -> received.add(event.id()));
            put(queue, event("one")).get(20, TimeUnit.SECONDS);
            await("received").atMost(LONG).until(() -> received.size() == 1);
            stopping.pauseOn("concor_instance");
            await("the lease is over").atMost(LONG).untilAsserted(() -> assertThat(
                            tested.strings("select count(*) from concor_instance where lease_until < "
                                    + "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"))
                    .containsExactly("1"));
            put(queue, event("two")).get(20, TimeUnit.SECONDS);
            await("nothing is handed out")
                    .during(Duration.ofMillis(500))
                    .atMost(LONG)
                    .until(() -> received.size() == 1);
            stopping.pauseOn(null);
            await("renewed").atMost(LONG).until(() -> received.contains("two"));
        }
    }

    /** The id of a row is made before that of rows that are committed, read and handled. */
    @OnPostgresAndH2
    void findsARowThatIsCommittedAfterLaterOnes(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(QUEUE);
            JdbcQueueStore foreign = tested.store();
            StoredQueue puts = foreign.open(QUEUE);
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                for (StoredQueue late : List.of(queue, puts)) {
                    JdbcQueueStore of = late == queue ? store : foreign;
                    String id = late == queue ? "late" : "late elsewhere";
                    Transaction transaction = of.transactions().begin();
                    CompletableFuture<Void> stored = new CompletableFuture<>();
                    late.putInTransaction(late.prepare(event(id)), PutReceipts.completing(stored));
                    put(queue, event("early for " + id)).get(20, TimeUnit.SECONDS);
                    await("the later one").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                            .contains("early for " + id));
                    transaction.commit();
                    await("the late one")
                            .atMost(Duration.ofSeconds(15))
                            .untilAsserted(() -> assertThat(tested.effects()).contains(id));
                }
            }
        }
    }

    /** The row is announced to no reader, until it is seen that its process has gone. */
    @Test
    void findsARowWhoseProcessDiedBeforeItSaidSo() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore owner = tested.store();
            StoredQueue queue = owner.open(QUEUE);
            FailingDataSource stopping = new FailingDataSource(tested.dataSource());
            JdbcQueueStore dying = tested.store(stopping);
            StoredQueue puts = dying.open(QUEUE);
            try (TestSlot slot = TestSlot.serve(owner, queue, 1, event -> effect(owner, event))) {
                put(puts, event("told")).get(20, TimeUnit.SECONDS);
                await("told").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactly("told"));
                stopping.pauseOn("concor_instance");
                put(puts, event("not told")).get(20, TimeUnit.SECONDS);
                dying.vanish();
                await("found").atMost(Duration.ofSeconds(15)).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactly("told", "not told"));
                stopping.pauseOn(null);
            }
        }
    }

    /** A process commits two events, the first one late, and has not yet said so when its owner reads. */
    @ParameterizedTest
    @EnumSource(names = {"KEY", "ONE"})
    void keepsTheOrderOfARowThatIsCommittedLateElsewhere(Order order) throws Throwable {
        QueueDefinition definition = new QueueDefinition("flow", "slot", order, 100_000);
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore owner = tested.store();
            StoredQueue queue = owner.open(definition);
            FailingDataSource stopping = new FailingDataSource(tested.dataSource());
            JdbcQueueStore other = tested.store(stopping);
            StoredQueue puts = other.open(definition);
            try (TestSlot slot = TestSlot.serve(owner, queue, 1, event -> effect(owner, event))) {
                Transaction transaction = other.transactions().begin();
                puts.putInTransaction(
                        puts.prepare(event("first", "key")), PutReceipts.completing(new CompletableFuture<>()));
                stopping.pauseOn("concor_instance");
                putUntilItLooksBackNoMore(queue, sameLane("key"));
                await("its own events").atMost(LONG).until(queue::isEmpty);
                transaction.commit();
                put(puts, event("second", "key")).get(20, TimeUnit.SECONDS);
                put(queue, event("own", sameLane("key"))).get(20, TimeUnit.SECONDS);

                await("all").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .filteredOn(id -> !id.startsWith("before"))
                        .containsExactly("first", "second", "own"));
                stopping.pauseOn(null);
            }
        }
    }

    /** An owner that has heard of others reads its lanes once more from the beginning, at most a second later. */
    private static void putUntilItLooksBackNoMore(StoredQueue queue, String key) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1500);
        for (int i = 0; System.nanoTime() < end; i++) {
            put(queue, event("before " + i, key)).get(20, TimeUnit.SECONDS);
        }
    }

    /** Returns another key of the lane of a key. */
    private static String sameLane(String key) {
        return IntStream.range(0, 1000)
                .mapToObj(i -> key + i)
                .filter(other -> KeyLanes.laneOf(other, LANES) == KeyLanes.laneOf(key, LANES))
                .findFirst()
                .orElseThrow();
    }
}
