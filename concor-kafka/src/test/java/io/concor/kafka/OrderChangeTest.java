package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The events of a keyed component keep the order of their keys, whatever pool it has, and whichever it has in another process. */
@Timeout(60)
class OrderChangeTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    /** Of so many, some have a place that one thread alone would not give them. */
    private static final int KEYS = 12;

    private final String flow = SharedBroker.flow();
    private final Queue<String> begun = new ConcurrentLinkedQueue<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private QueueDefinition slot(Order order) {
        return new QueueDefinition(flow, "slot", order, 100_000);
    }

    private static void putAll(StoredQueue queue, String name) {
        IntStream.range(0, KEYS)
                .mapToObj(i -> put(queue, event(name + "-" + i, "key-" + i)))
                .toList()
                .forEach(each -> each.join());
    }

    private Ending awaitEnd(StoredEvent event) throws InterruptedException {
        begun.add(event.id());
        assertThat(goOn.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Ending.Handled();
    }

    private static List<String> of(int from, String name) {
        return IntStream.range(from, KEYS).mapToObj(i -> name + "-" + i).toList();
    }

    /** The later ones of the keys that are in work wait, however they were put. */
    private void assertNoKeyOverlaps() {
        await("the first of each key").atMost(LONG).until(() -> begun.size() >= KEYS);
        await().during(Duration.ofSeconds(1)).atMost(LONG).until(() -> begun.size() == KEYS);
        assertThat(begun).containsExactlyInAnyOrderElementsOf(of(0, "first"));
        goOn.countDown();
        await("all").atMost(LONG).until(() -> begun.size() == 2 * KEYS);
    }

    @ParameterizedTest
    @CsvSource({"ONE, KEY", "KEY, ONE"})
    void keysNeitherOverlapNorOvertakeWhenThePoolHasChanged(Order before, Order after) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(slot(before));
            putAll(queue, "first");
            queue.use(slot(after));
            putAll(queue, "second");
            try (TestWorkers workers = TestWorkers.serve(queue, 4 * KEYS, this::awaitEnd)) {
                assertNoKeyOverlaps();
            } finally {
                goOn.countDown();
            }
        }
    }

    /** As long as only one of them has changed its layout. */
    @Test
    @Tag("full")
    void keysNeitherOverlapNorOvertakeInProcessesThatDiffer() throws Exception {
        try (KafkaQueueStore single = SharedBroker.store().build();
                KafkaQueueStore keyed = SharedBroker.store().build()) {
            StoredQueue one = single.open(slot(Order.ONE));
            StoredQueue other = keyed.open(slot(Order.KEY));
            putAll(one, "first");
            putAll(other, "second");
            try (TestWorkers workers = TestWorkers.serve(one, 4 * KEYS, this::awaitEnd);
                    TestWorkers others = TestWorkers.serve(other, 4 * KEYS, this::awaitEnd)) {
                assertNoKeyOverlaps();
            } finally {
                goOn.countDown();
            }
        }
    }

    @Test
    void aSecondEventOfAUniqueIdIsDroppedWhenThePoolHasChanged() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(slot(Order.ONE));
            for (Order order : Order.values()) {
                if (order != Order.ANY) {
                    queue.use(slot(order));
                    IntStream.range(0, KEYS)
                            .mapToObj(i -> put(queue, unique("id-" + i, "key-" + i)))
                            .toList()
                            .forEach(each -> each.join());
                }
            }
            try (TestWorkers workers = TestWorkers.serve(queue, 2, event -> {
                handled.add(Objects.requireNonNull(event.key()));
                return new Ending.Handled();
            })) {
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
        assertThat(handled).hasSize(KEYS).doesNotHaveDuplicates();
    }

    private static NewEvent unique(String id, String key) {
        return new NewEvent(id, true, "message", key, Duration.ZERO, Map.of());
    }

    /** What is single-threaded has no keys. */
    @Test
    void eventsWithoutKeysKeepOneOrderWhereOneThreadServes() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        List<String> all = IntStream.range(0, 300).mapToObj(i -> "event-" + i).toList();
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(slot(Order.ONE));
            all.forEach(id -> put(queue, event(id, null)));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> {
                handled.add(event.id());
                return new Ending.Handled();
            })) {
                await("all").atMost(LONG).until(() -> handled.size() == all.size());
            }
        }
        assertThat(handled).containsExactlyElementsOf(all);
    }
}
