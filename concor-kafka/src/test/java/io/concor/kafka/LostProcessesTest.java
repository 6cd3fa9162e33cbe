package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to events while processes die. */
@Timeout(180)
class LostProcessesTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int OTHERS = 40;
    private static final int MANY = 200;
    private static final int ATTEMPTS = 3;

    private final String flow = SharedBroker.flow();
    private final Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private final AtomicReference<CountDownLatch> dies = new AtomicReference<>(new CountDownLatch(1));
    /** Never opened: what waits here ends with its process. */
    private final CountDownLatch end = new CountDownLatch(1);

    private QueueDefinition slot(Order order) {
        return new QueueDefinition(flow, "slot", order, 1_000, List.of(), ATTEMPTS);
    }

    private Ending handle(StoredEvent event) throws InterruptedException {
        if (event.id().equals("deadly")) {
            attempts.add(event.attempt());
            dies.get().countDown();
            end.await();
        }
        handled.add(event.id());
        return new Ending.Handled();
    }

    private void die(Order order) throws Exception {
        dieOf(order, SharedBroker.store(), this::handle);
    }

    private void dieOf(Order order, KafkaQueueStore.Builder clients, TestWorkers.Task task) throws Exception {
        dies.set(new CountDownLatch(1));
        KafkaQueueStore store = clients.build();
        TestWorkers workers = TestWorkers.serve(store.open(slot(order)), 4, task);
        try {
            await("it is in work").atMost(LONG).until(() -> dies.get().getCount() == 0);
        } finally {
            workers.kill();
            store.vanish();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Order.class,
            names = {"ANY", "KEY"})
    @Tag("full")
    void anEventThatEndsProcessesBecomesADeadLetterAndNoOtherOneDoes(Order order) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(slot(order));
            IntStream.range(0, OTHERS)
                    .forEach(i -> put(queue, event("before-" + i, "key-" + i)).join());
            put(queue, event("deadly", "deadly")).join();
            IntStream.range(0, OTHERS)
                    .forEach(i -> put(queue, event("after-" + i, "key-" + i)).join());
            for (int i = 0; i < ATTEMPTS; i++) {
                die(order);
            }
            try (TestWorkers workers = TestWorkers.serve(queue, 4, this::handle)) {
                await("the letter").atMost(LONG).until(() -> queue.figures().dead() > 0);
                await("the others").atMost(LONG).until(() -> handled.size() == 2 * OTHERS);
            }
            assertThat(attempts).containsExactly(1, 2, 3);
            assertThat(store.administration().dead(flow, "slot", null, 10))
                    .singleElement()
                    .satisfies(letter -> {
                        assertThat(letter.event().id()).isEqualTo("deadly");
                        assertThat(letter.event().tries().count()).isEqualTo(ATTEMPTS);
                        assertThat(letter.failure().errorMessage()).contains("the process ended");
                    });
        }
    }

    /** A record of its own for each would take as many transactions. */
    @ParameterizedTest
    @EnumSource(
            value = Order.class,
            names = {"ANY", "KEY"})
    void whatALostProcessMayHaveHadInHandBeginsAgainByFewRecords(Order order) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().partitions(1).build()) {
            StoredQueue queue = store.open(slot(order));
            put(queue, event("deadly", "deadly")).join();
            CompletableFuture.allOf(IntStream.range(0, MANY)
                            .mapToObj(i -> put(queue, event("event-" + i, "key-" + i)))
                            .toArray(CompletableFuture[]::new))
                    .join();
        }
        dieOf(order, SharedBroker.store().partitions(1), event -> {
            dies.get().countDown();
            end.await();
            return new Ending.Handled();
        });
        Map<String, Object> counted =
                Map.of("bootstrap.servers", SharedBroker.address(), "metric.reporters", RequestCounter.class.getName());
        try (KafkaQueueStore store =
                KafkaQueueStore.of(counted, new TextMessages()).partitions(1).build()) {
            Map<String, Double> before = RequestCounter.requests();
            try (TestWorkers workers = TestWorkers.serve(store.open(slot(order)), 4, this::count)) {
                await("all").atMost(LONG).until(() -> handled.size() == MANY + 1);
                assertThat(attempts).containsOnly(2);
                assertThat(RequestCounter.requests())
                        .hasEntrySatisfying(
                                endsOf(before), requests -> assertThat(requests).isLessThan(MANY));
            }
        }
    }

    /** The new producer of ends. */
    private static String endsOf(Map<String, Double> before) {
        return RequestCounter.requests().keySet().stream()
                .filter(client -> client.endsWith("-ends") && !before.containsKey(client))
                .findFirst()
                .orElseThrow();
    }

    /** What it leaves was put while its mark had run ahead. */
    @Test
    void noAttemptCountsOfAProcessThatStops() throws Exception {
        for (int i = 1; i <= 2; i++) {
            try (KafkaQueueStore store = SharedBroker.store().build()) {
                StoredQueue queue = store.open(slot(Order.ANY));
                put(queue, event("event-" + i, null)).join();
                int all = 2 * i - 1;
                try (TestWorkers workers = TestWorkers.serve(queue, 1, this::count)) {
                    await("all so far").atMost(LONG).until(() -> handled.size() == all);
                }
                put(queue, event("left-" + i, null)).join();
            }
        }
        assertThat(attempts).hasSize(3).containsOnly(1);
    }

    private Ending count(StoredEvent event) {
        attempts.add(event.attempt());
        handled.add(event.id());
        return new Ending.Handled();
    }
}
