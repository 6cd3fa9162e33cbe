package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.effect;
import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.event.KeyLanes;
import io.concor.queues.jdbc.DeadLetterTable;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Later events wait for one that failed, until it is handled, requeued or deleted. */
@Timeout(120)
class HeldOrderTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static QueueDefinition queue(Order order) {
        return new QueueDefinition("flow", "slot", order, 100_000);
    }

    private static Ending dead() {
        return new Ending.Dead(new Ending.Failure("slot", new IllegalStateException("no"), true));
    }

    private static void putAll(StoredQueue queue, int from, int to) {
        List<CompletableFuture<Void>> puts = IntStream.range(from, to)
                .mapToObj(i -> put(queue, event("event-" + i, "key-" + i % 3)))
                .toList();
        puts.forEach(CompletableFuture::join);
    }

    private static void decide(StoreUnderTest tested, boolean requeue) throws SQLException {
        try (Connection connection = tested.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            DeadLetterTable dead = new DeadLetterTable(Dialect.of(connection));
            int queue = Integer.parseInt(
                    tested.strings("select id from concor_queue").get(0));
            List<RowKey> chosen = requeue
                    ? dead.requeue(connection, queue, DeadChoice.ALL, 10)
                    : dead.delete(connection, queue, DeadChoice.ALL, 10);
            connection.commit();
            assertThat(chosen).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"KEY,true", "KEY,false", "ONE,true", "ONE,false"})
    void aDeadLetterHoldsLaterEventsUntilAPersonDecides(Order order, boolean requeue) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(order));
            AtomicBoolean fails = new AtomicBoolean(true);
            try (TestSlot slot = TestSlot.serve(
                    store,
                    queue,
                    1,
                    event -> event.id().equals("event-30") && fails.get() ? dead() : effect(store, event))) {
                putAll(queue, 0, 90);
                int handled = order == Order.KEY ? 30 + 40 : 30;
                await("the others").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(handled));
                assertThat(tested.effects()).noneMatch(id -> IntStream.range(30, 90)
                        .filter(i -> order == Order.ONE || i % 3 == 0)
                        .anyMatch(i -> id.equals("event-" + i)));
                await("dead").atMost(LONG).until(() -> tested.count("concor_dead") == 1);
                assertThat(queue.isEmpty()).isFalse();
                fails.set(false);
                decide(tested, requeue);
                store.changed();
                await("all").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(requeue ? 90 : 89));
                assertThat(ofKey(tested.effects(), 0)).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    /** There may be very many, and each may have a long reason. */
    @Test
    void readsNoMoreOfDeadLettersThanWhichKeysTheyHold() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            FailingDataSource watched = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(watched);
            StoredQueue queue = store.open(queue(Order.KEY));
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                putAll(queue, 0, 1);
                await("handled").atMost(LONG).until(() -> tested.count("effects") == 1);
            }
            assertThat(watched.statements("from concor_dead where"))
                    .isNotEmpty()
                    .noneMatch(sql -> sql.contains("error_message"));
        }
    }

    private static List<Integer> ofKey(List<String> ids, int key) {
        return ids.stream()
                .map(id -> Integer.valueOf(id.substring("event-".length())))
                .filter(i -> i % 3 == key)
                .toList();
    }

    @Test
    void aHeldKeyStaysHeldForTheNextOwner() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore first = tested.store();
            StoredQueue queue = first.open(queue(Order.KEY));
            TestSlot slot = TestSlot.serve(
                    first, queue, 1, event -> event.id().equals("event-0") ? dead() : effect(first, event));
            putAll(queue, 0, 1);
            await("dead").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_dead"))
                    .isEqualTo(1));
            slot.close();
            first.close();
            JdbcQueueStore second = tested.store();
            StoredQueue same = second.open(queue(Order.KEY));
            try (TestSlot heir = TestSlot.serve(second, same, 1, event -> effect(second, event))) {
                putAll(same, 1, 31);
                await("other keys").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(20));
                assertThat(tested.count("concor_event")).isEqualTo(10);
                decide(tested, true);
                second.changed();
                await("all").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(31));
                assertThat(ofKey(tested.effects(), 0)).isSorted();
            }
        }
    }

    /** As while a new version is deployed: the old process owns the lanes. */
    @Test
    void leavesAVersionThatItDoesNotKnowToANewerProcessAndKeepsTheOrder() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore older = tested.store();
            StoredQueue queue = older.open(queue(Order.KEY));
            JdbcQueueStore newer = tested.add(JdbcQueueStore.of(tested.dataSource(), new TextFormat(2))
                    .member(StoreUnderTest.MEMBER)
                    .build());
            StoredQueue puts = newer.open(queue(Order.KEY));
            TestSlot slot = TestSlot.serve(older, queue, 1, event -> effect(older, event));
            put(puts, event("new", "key")).join();
            put(queue, event("old", "key")).join();
            put(queue, event("other", "another key")).join();
            await("the other key").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                    .containsExactly("other"));
            assertThat(tested.strings("select attempts from concor_event")).containsOnly("0");
            slot.close();
            older.close();
            try (TestSlot heir = TestSlot.serve(newer, puts, 1, event -> {
                assertThat(event.attempt()).isEqualTo(1);
                return effect(newer, event);
            })) {
                await("in order").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactly("other", "new", "old"));
            }
        }
    }

    /** A key with very many events takes a part of the room only. */
    @Test
    void aKeyWithManyEventsDoesNotKeepOthersFromBeingHandled() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.KEY));
            List<CompletableFuture<Void>> puts = new ArrayList<>();
            IntStream.range(0, 3_000).forEach(i -> puts.add(put(queue, event("hot-" + i, "hot"))));
            IntStream.range(0, 20).forEach(i -> puts.add(put(queue, event("cold-" + i, "cold-" + i))));
            puts.forEach(CompletableFuture::join);
            List<StoredEvent> received = new java.util.concurrent.CopyOnWriteArrayList<>();
            queue.deliver(received::add);
            await("all other keys").atMost(LONG).untilAsserted(() -> assertThat(received)
                    .filteredOn(event -> event.id().startsWith("cold"))
                    .hasSize(20));
            assertThat(received)
                    .filteredOn(event -> event.id().startsWith("hot"))
                    .hasSizeLessThan(100);
            queue.stopDelivering();
            received.forEach(queue::release);
            List<String> hot = new java.util.concurrent.CopyOnWriteArrayList<>();
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> {
                if ("hot".equals(event.key())) {
                    hot.add(event.id());
                }
                return effect(store, event);
            })) {
                await("all").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(3_020));
            }
            assertThat(hot)
                    .containsExactlyElementsOf(
                            IntStream.range(0, 3_000).mapToObj(i -> "hot-" + i).toList());
        }
    }

    /** While rows of one key are read again, those of others that lie between them have not been read. */
    @Test
    void aKeyThatIsReadAgainDoesNotHideOthers() throws Exception {
        List<String> cold = IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "cold-" + i)
                .filter(key -> KeyLanes.laneOf(key, QueueTable.LANES) == KeyLanes.laneOf("hot", QueueTable.LANES))
                .limit(500)
                .toList();
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.KEY));
            List<CompletableFuture<Void>> puts = new ArrayList<>();
            IntStream.range(0, 200).forEach(i -> puts.add(put(queue, event("early-" + i, "hot"))));
            cold.forEach(key -> {
                puts.add(put(queue, event(key, key)));
                puts.add(put(queue, event("hot before " + key, "hot")));
            });
            puts.forEach(CompletableFuture::join);
            try (TestSlot slot = TestSlot.serve(store, queue, 1, 40, event -> effect(store, event))) {
                await("all").atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(1_200));
            }
        }
    }

    @Test
    void aKeyWhoseReadHasFailedIsReadAgain() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            FailingDataSource failing = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(failing);
            StoredQueue queue = store.open(queue(Order.KEY));
            IntStream.range(0, 3)
                    .mapToObj(i -> put(queue, event("event-" + i, "key")))
                    .forEach(CompletableFuture::join);
            List<StoredEvent> received = new java.util.concurrent.CopyOnWriteArrayList<>();
            queue.deliver(received::add);
            await("handed out").atMost(LONG).until(() -> received.size() == 3);
            failing.down(true);
            received.forEach(queue::release);
            await("known to be down").atMost(LONG).until(() -> !store.state().up());
            failing.down(false);
            await("handed out again").atMost(LONG).untilAsserted(() -> assertThat(received)
                    .extracting(StoredEvent::id)
                    .containsExactly("event-0", "event-1", "event-2", "event-0", "event-1", "event-2"));
        }
    }

    /** Nothing grows with the events that went through. */
    @Test
    void nothingIsLeftAfterManyEvents() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.H2)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.KEY));
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> {
                boolean fails = event.id().endsWith("7") && event.attempt() == 1;
                return fails
                        ? new Ending.Postponed(
                                new Ending.Failure("slot", new IllegalStateException("no"), true), Duration.ofMillis(5))
                        : effect(store, event);
            })) {
                for (int round = 0; round < 10; round++) {
                    List<CompletableFuture<Void>> puts = new ArrayList<>();
                    for (int i = 0; i < 200; i++) {
                        String id = round + "-" + i;
                        puts.add(put(
                                queue,
                                new NewEvent(id, false, "text", "key-" + id, Duration.ofMillis(i % 3), Map.of())));
                    }
                    puts.forEach(CompletableFuture::join);
                }
                await("all").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(2_000));
                await("nothing known any more").atMost(LONG).until(queue::isEmpty);
            }
            assertThat(tested.effects()).doesNotHaveDuplicates();
            for (String table : List.of("concor_event", "concor_delayed", "concor_dead", "concor_seen")) {
                assertThat(tested.count(table)).as(table).isZero();
            }
            assertThat(queue.depth()).isZero();
        }
    }
}
