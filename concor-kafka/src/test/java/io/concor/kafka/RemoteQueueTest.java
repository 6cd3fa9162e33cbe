package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events go through one queue of one process after the other. */
@Timeout(120)
class RemoteQueueTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Ending HANDLED = new Ending.Handled();

    private final String flow = SharedBroker.flow();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    private QueueDefinition queue(Order order, int capacity) {
        return new QueueDefinition(flow, "slot", order, capacity);
    }

    private static List<CompletableFuture<Void>> putAll(StoredQueue queue, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> put(queue, event("event-" + i, "key-" + i % 7)))
                .toList();
    }

    private Ending handle(String id) {
        handled.add(id);
        return HANDLED;
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "event-" + i).toList();
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void eachEventIsHandledOnceAndTheQueueIsEmptyThen(Order order) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(order, 100_000));
            try (TestWorkers workers = TestWorkers.serve(queue, 3, event -> handle(event.id()))) {
                putAll(queue, 0, 2_000).forEach(CompletableFuture::join);
                await("all").atMost(LONG).until(() -> handled.size() >= 2_000);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
            assertThat(handled).containsExactlyInAnyOrderElementsOf(ids(0, 2_000));
        }
    }

    @Test
    void anotherProcessGoesOnWhereTheFirstOneHasStopped() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.KEY, 100_000));
            putAll(queue, 0, 1_000).forEach(CompletableFuture::join);
            try (TestWorkers workers = TestWorkers.serve(queue, 2, event -> handle(event.id()))) {
                await("some").atMost(LONG).until(() -> handled.size() >= 100);
            }
        }
        int before = handled.size();
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.KEY, 100_000));
            try (TestWorkers workers = TestWorkers.serve(queue, 2, event -> handle(event.id()))) {
                await("all").atMost(LONG).until(queue::isEmpty);
            }
        }
        assertThat(before).isLessThan(1_000);
        assertThat(handled).containsExactlyInAnyOrderElementsOf(ids(0, 1_000));
        assertThat(new ArrayList<>(handled)).satisfies(RemoteQueueTest::keysAreInOrder);
    }

    private static void keysAreInOrder(List<? extends String> ids) {
        for (int key = 0; key < 7; key++) {
            int of = key;
            assertThat(ids.stream()
                            .map(id -> Integer.parseInt(id.substring("event-".length())))
                            .filter(i -> i % 7 == of))
                    .isSorted();
        }
    }

    @Test
    void aQueueThatStopsAndDeliversAgainGoesOn() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.KEY, 100_000));
            putAll(queue, 0, 1_500).forEach(CompletableFuture::join);
            for (int i = 1; i <= 3; i++) {
                int enough = 100 * i;
                try (TestWorkers workers = TestWorkers.serve(queue, 2, event -> handle(event.id()))) {
                    await("some").atMost(LONG).until(() -> handled.size() >= enough);
                }
            }
            try (TestWorkers workers = TestWorkers.serve(queue, 2, event -> handle(event.id()))) {
                await("all").atMost(LONG).until(() -> handled.size() >= 1_500);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
        assertThat(handled).containsExactlyInAnyOrderElementsOf(ids(0, 1_500));
        assertThat(new ArrayList<>(handled)).satisfies(RemoteQueueTest::keysAreInOrder);
    }

    /** As while a new version is deployed: the old process owns the partitions. */
    @Test
    void leavesAVersionThatItDoesNotKnowToANewerProcessAndKeepsTheOrder() throws Exception {
        try (KafkaQueueStore newer = KafkaQueueStore.of(
                        Map.of("bootstrap.servers", SharedBroker.address()), new TextMessages(2))
                .partitions(1)
                .build()) {
            StoredQueue puts = newer.open(queue(Order.KEY, 100_000));
            try (KafkaQueueStore older = SharedBroker.store().build()) {
                StoredQueue queue = older.open(queue(Order.KEY, 100_000));
                try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> handle(event.id()))) {
                    put(puts, event("new", "key")).join();
                    put(queue, event("old", "key")).join();
                    put(queue, event("other", "another key")).join();
                    await("the other key").atMost(LONG).until(() -> handled.size() == 1);
                }
            }
            try (TestWorkers workers = TestWorkers.serve(puts, 1, event -> {
                assertThat(event.attempt()).isEqualTo(1);
                return handle(event.id());
            })) {
                await("in order").atMost(LONG).until(() -> handled.size() == 3);
            }
        }
        assertThat(handled).containsExactly("other", "new", "old");
    }

    /** As while a new version is deployed: the old process has the only partition, and goes on. */
    @Test
    @Tag("full")
    void givesAPartitionToANewerProcessThatCanReadWhatLiesThere() throws Exception {
        try (KafkaQueueStore newer = KafkaQueueStore.of(
                                Map.of("bootstrap.servers", SharedBroker.address()), new TextMessages(2))
                        .partitions(1)
                        .build();
                KafkaQueueStore older = SharedBroker.store().build()) {
            StoredQueue puts = newer.open(queue(Order.KEY, 100_000));
            StoredQueue queue = older.open(queue(Order.KEY, 100_000));
            Queue<String> byOlder = new ConcurrentLinkedQueue<>();
            try (TestWorkers old = TestWorkers.serve(queue, 1, event -> {
                byOlder.add(event.id());
                return handle(event.id());
            })) {
                put(queue, event("first", "key")).join();
                await("the first").atMost(LONG).until(() -> handled.size() == 1);
                try (TestWorkers young = TestWorkers.serve(puts, 1, event -> handle(event.id()))) {
                    put(puts, event("new", "key")).join();
                    put(queue, event("old", "key")).join();
                    await("in order").atMost(LONG).until(() -> handled.size() == 3);
                    await("empty").atMost(LONG).until(puts::isEmpty);
                }
            }
            assertThat(handled).containsExactly("first", "new", "old");
            assertThat(byOlder).containsExactly("first");
        }
    }

    /** What is known of the former one says nothing about it. */
    @Test
    void theEventsOfATopicThatWasDeletedAndCreatedAgainAreHandled() throws Exception {
        for (int i = 0; i < 2; i++) {
            try (KafkaQueueStore store = SharedBroker.store().partitions(1).build()) {
                StoredQueue queue = store.open(queue(Order.KEY, 1_000));
                int all = 50 + 5 * i;
                putAll(queue, 50 * i, all).forEach(CompletableFuture::join);
                try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> handle(event.id()))) {
                    await("all").atMost(LONG).until(() -> handled.size() == all);
                    await("empty").atMost(LONG).until(queue::isEmpty);
                }
            }
            deleteEvents();
        }
    }

    private void deleteEvents() throws Exception {
        String topic = TopicNames.DEFAULT.of(flow, "slot").events();
        try (Admin admin = SharedBroker.admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
            await("deleted")
                    .atMost(LONG)
                    .until(() -> !admin.listTopics().names().get().contains(topic));
        }
    }

    private static NewEvent unique(String id) {
        return new NewEvent(id, true, "message", null, Duration.ZERO, Map.of());
    }

    @Test
    void aSecondEventOfTheSameUniqueIdIsDroppedAlsoAfterARestart() throws Exception {
        for (int process = 0; process < 2; process++) {
            try (KafkaQueueStore store = SharedBroker.store().build()) {
                StoredQueue queue = store.open(queue(Order.ANY, 1_000));
                try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> handle(event.id()))) {
                    put(queue, unique("event-0")).join();
                    put(queue, unique("event-" + (process + 1))).join();
                    put(queue, unique("event-0")).join();
                    String other = "event-" + (process + 1);
                    await("the other").atMost(LONG).until(() -> handled.contains(other));
                    await("empty").atMost(LONG).until(queue::isEmpty);
                }
            }
        }
        assertThat(handled).containsExactlyInAnyOrder("event-0", "event-1", "event-2");
    }

    @Test
    void aUniqueIdIsTakenAgainWhenItNeedNotBeRememberedAnyMore() throws Exception {
        try (KafkaQueueStore store =
                SharedBroker.store().remember(Duration.ofMillis(50)).build()) {
            StoredQueue queue = store.open(queue(Order.ANY, 1_000));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> handle(event.id()))) {
                await("again and again").atMost(LONG).until(() -> {
                    put(queue, unique("event-0")).join();
                    return handled.size() > 1;
                });
            }
        }
    }

    @Test
    void putsWaitWhileTheQueueIsFull() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.ANY, 50));
            List<CompletableFuture<Void>> puts = putAll(queue, 0, 200);
            await("as many as fit").atMost(LONG).until(() -> done(puts) >= 50);
            await("the others wait").atMost(LONG).until(() -> queue.figures().waitingForRoom() == 200 - done(puts));
            assertThat(done(puts)).isBetween(50L, 60L);
            try (TestWorkers workers = TestWorkers.serve(queue, 2, event -> handle(event.id()))) {
                puts.forEach(CompletableFuture::join);
                await("all").atMost(LONG).until(queue::isEmpty);
            }
            assertThat(handled).containsExactlyInAnyOrderElementsOf(ids(0, 200));
        }
    }

    private static long done(List<CompletableFuture<Void>> puts) {
        return puts.stream().filter(CompletableFuture::isDone).count();
    }
}
