package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.effect;
import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.OnPostgresAndSqlite;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a store promises the engine, on real databases. */
@Timeout(120)
class QueueStoreTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static QueueDefinition queue(Order order) {
        return new QueueDefinition("flow", "slot", order, 100_000);
    }

    private static List<String> ids(int count) {
        return IntStream.range(0, count).mapToObj(i -> "event-" + i).toList();
    }

    private static void putAll(StoredQueue queue, List<String> ids) throws Exception {
        List<CompletableFuture<Void>> puts =
                ids.stream().map(id -> put(queue, event(id))).toList();
        for (CompletableFuture<Void> put : puts) {
            put.get(20, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "SQLITE", "H2", "MARIADB"})
    void handlesEachEventOnceAndLeavesNothing(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            List<String> ids = ids(2_000);
            try (TestSlot slot = TestSlot.serve(store, queue, 4, event -> effect(store, event))) {
                putAll(queue, ids);
                await("all effects").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSameSizeAs(ids));
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
            assertThat(tested.effects()).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(tested.count("concor_event")).isZero();
            assertThat(queue.depth()).isZero();
        }
    }

    @OnPostgresAndSqlite
    void handsOutWhatAnEarlierProcessLeft(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore first = tested.store();
            List<String> ids = ids(500);
            putAll(first.open(queue(Order.ANY)), ids);
            first.vanish();
            JdbcQueueStore second = tested.store();
            StoredQueue queue = second.open(queue(Order.ANY));
            assertThat(queue.depth()).isEqualTo(500);
            try (TestSlot slot = TestSlot.serve(second, queue, 2, event -> effect(second, event))) {
                await("all effects").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSameSizeAs(ids));
            }
            assertThat(tested.effects()).containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @OnPostgresAndSqlite
    void keepsTheOrderOfOne(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ONE));
            Queue<String> handled = new ConcurrentLinkedQueue<>();
            List<String> ids = ids(1_000);
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> {
                handled.add(event.id());
                return effect(store, event);
            })) {
                putAll(queue, ids);
                await("all handled").atMost(LONG).until(() -> handled.size() >= ids.size());
            }
            assertThat(handled).containsExactlyElementsOf(ids);
        }
    }

    @OnPostgresAndSqlite
    void handsAnEventOnInTheSameTransaction(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue first = store.open(queue(Order.ANY));
            StoredQueue second = store.open(new QueueDefinition("flow", "next", Order.ANY, 100_000));
            List<String> ids = ids(300);
            try (TestSlot one = TestSlot.serve(
                            store, first, 2, event -> new Ending.HandedOn(second, second.prepare(event(event.id()))));
                    TestSlot two = TestSlot.serve(store, second, 2, event -> effect(store, event))) {
                putAll(first, ids);
                await("all effects").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSameSizeAs(ids));
            }
            assertThat(tested.effects()).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(tested.count("concor_event")).isZero();
        }
    }

    @OnPostgresAndSqlite
    void endsEventsOutsideOfBatches(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            List<String> ids = ids(300);
            Queue<String> handled = new ConcurrentLinkedQueue<>();
            queue.deliver(event -> {
                handled.add(event.id());
                queue.endLater(event, new Ending.Handled());
                return true;
            });
            putAll(queue, ids);
            await("empty").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_event"))
                    .isZero());
            assertThat(handled).containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @OnPostgresAndSqlite
    void putsInATransactionIfAndOnlyIfItCommits(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                CompletableFuture<Void> kept = new CompletableFuture<>();
                CompletableFuture<Void> dropped = new CompletableFuture<>();
                inTransaction(store, queue, "kept", kept, true);
                inTransaction(store, queue, "dropped", dropped, false);
                kept.get(10, TimeUnit.SECONDS);
                assertThat(dropped).failsWithin(Duration.ofSeconds(10)).withThrowableOfType(ExecutionException.class);
                await("effect").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactly("kept"));
            }
        }
    }

    private static void inTransaction(
            JdbcQueueStore store, StoredQueue queue, String id, CompletableFuture<Void> put, boolean commit)
            throws Exception {
        try {
            assertThat(store.isInTransaction()).isFalse();
            Transaction transaction = store.transactions().begin();
            assertThat(store.isInTransaction()).isTrue();
            queue.putInTransaction(queue.prepare(event(id)), PutReceipts.completing(put));
            if (commit) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
            assertThat(store.isInTransaction()).isFalse();
        } catch (Throwable failed) {
            throw new AssertionError(failed);
        }
    }

    @OnPostgresAndSqlite
    void triesAPostponedEventAgainAndThenBuriesIt(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
            try (TestSlot slot = TestSlot.serve(store, queue, 2, event -> {
                if (!event.id().equals("bad")) {
                    return effect(store, event);
                }
                attempts.add(event.attempt());
                assertThat(event.alone()).isEqualTo(event.attempt() > 1);
                Ending.Failure failure = new Ending.Failure("slot", new IllegalStateException("no"), false);
                return event.attempt() < 3
                        ? new Ending.Postponed(failure, Duration.ofMillis(50))
                        : new Ending.Dead(failure);
            })) {
                putAll(queue, List.of("one", "bad", "two"));
                await("dead letter").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_dead"))
                        .isEqualTo(1));
                assertThat(tested.effects()).containsExactlyInAnyOrder("one", "two");
                assertThat(attempts).containsExactly(1, 2, 3);
                assertThat(tested.strings("select attempts from concor_dead")).containsExactly("3");
                assertThat(tested.strings("select failures from concor_dead")).containsExactly("3");
            }
        }
    }

    @OnPostgresAndSqlite
    void laterEventsOfAKeyWaitForAPostponedOne(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.KEY));
            Map<String, List<String>> byKey = new ConcurrentHashMap<>();
            AtomicInteger failures = new AtomicInteger();
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> {
                if (event.id().equals("event-7") && failures.incrementAndGet() <= 3) {
                    return new Ending.Postponed(
                            new Ending.Failure("slot", new IllegalStateException("no"), true), Duration.ofMillis(100));
                }
                byKey.computeIfAbsent(String.valueOf(event.key()), key -> new ArrayList<>())
                        .add(event.id());
                return effect(store, event);
            })) {
                List<String> ids = ids(400);
                List<CompletableFuture<Void>> puts = IntStream.range(0, 400)
                        .mapToObj(i -> put(queue, event(ids.get(i), "key-" + i % 5)))
                        .toList();
                puts.forEach(CompletableFuture::join);
                await("all effects").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(400));
                for (int key = 0; key < 5; key++) {
                    int k = key;
                    assertThat(committed(byKey.get("key-" + key)))
                            .containsExactlyElementsOf(IntStream.range(0, 400)
                                    .filter(i -> i % 5 == k)
                                    .mapToObj(ids::get)
                                    .toList());
                }
                assertThat(failures).hasValue(4);
            }
            assertThat(tested.effects()).doesNotHaveDuplicates();
        }
    }

    /** Tasks of a batch that was rolled back ran, but had no effect: the last run counts. */
    private static List<String> committed(List<String> runs) {
        List<String> last = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            if (runs.lastIndexOf(runs.get(i)) == i) {
                last.add(runs.get(i));
            }
        }
        return last;
    }

    @OnPostgresAndSqlite
    void handlesADelayedEventWhenItIsDue(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                NewEvent later =
                        new NewEvent("later", false, "text", null, Duration.ofMillis(700), Map.of("trace", "1"));
                put(queue, later).get(10, TimeUnit.SECONDS);
                putAll(queue, List.of("now"));
                await("both").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactly("now", "later"));
            }
        }
    }

    @OnPostgresAndSqlite
    void takesOneEventOfAUniqueId(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            NewEvent unique = new NewEvent("unique", true, "text", null, Duration.ZERO, Map.of());
            List<CompletableFuture<Void>> puts =
                    IntStream.range(0, 10).mapToObj(i -> put(queue, unique)).toList();
            puts.forEach(CompletableFuture::join);
            assertThat(tested.count("concor_event")).isEqualTo(1);
            assertThat(queue.depth()).isEqualTo(1);
        }
    }

    @OnPostgresAndSqlite
    void putsBeyondTheCapacityWaitAndOthersPass(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue small = store.open(new QueueDefinition("flow", "small", Order.ANY, 10));
            StoredQueue other = store.open(queue(Order.ANY));
            List<CompletableFuture<Void>> puts =
                    ids(15).stream().map(id -> put(small, event(id))).toList();
            putAll(other, List.of("passes"));
            assertThat(puts.stream().filter(CompletableFuture::isDone).count()).isEqualTo(10);
            assertThat(tested.count("concor_event")).isEqualTo(11);
            try (TestSlot slot = TestSlot.serve(store, small, 1, event -> effect(store, event))) {
                for (CompletableFuture<Void> put : puts) {
                    put.get(20, TimeUnit.SECONDS);
                }
                await("all effects").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(15));
            }
        }
    }

    @OnPostgresAndSqlite
    void onlyThePutThatCannotBeWrittenFails(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            NewEvent unwritable = new NewEvent("bad", false, TextFormat.UNWRITABLE, null, Duration.ZERO, Map.of());
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> put(queue, unwritable))
                    .isInstanceOf(io.concor.QueueStoreException.class)
                    .hasMessageContaining("flow.slot");
            putAll(queue, ids(20));
            assertThat(tested.count("concor_event")).isEqualTo(20);
        }
    }

    @OnPostgresAndSqlite
    void handsOutAReleasedEventAgain(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            Queue<StoredEvent> received = new ConcurrentLinkedQueue<>();
            queue.deliver(received::add);
            putAll(queue, List.of("one"));
            await("first").atMost(LONG).until(() -> received.size() == 1);
            queue.release(received.element());
            await("again").atMost(LONG).until(() -> received.size() == 2);
            assertThat(received.element().isRecalled()).isTrue();
        }
    }
}
