package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.Ending;
import io.concor.queue.FlowIdentity;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that has nothing to do. */
@Timeout(60)
class IdleStoreTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final String flow = SharedBroker.flow();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    private QueueDefinition queue(String slot) {
        return new QueueDefinition(flow, slot, Order.KEY, 1_000);
    }

    private KafkaQueueStore store(Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(more);
        properties.put("bootstrap.servers", SharedBroker.address());
        return KafkaQueueStore.of(properties, new TextMessages()).partitions(1).build();
    }

    private Ending handle(String id) {
        handled.add(id);
        return new Ending.Handled();
    }

    /** Each process of many makes as many, and brokers answer all of them. */
    @Test
    @Tag("full")
    void makesFewRequests() throws Exception {
        try (KafkaQueueStore store = store(Map.of("metric.reporters", RequestCounter.class.getName()))) {
            StoredQueue queue = store.open(queue("slot"));
            store.join(new FlowIdentity(flow, List.of(), "f00000000000", List.of(), "", Map.of()));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> handle(event.id()))) {
                put(queue, event("event-0", null)).join();
                await("handled").atMost(LONG).until(() -> handled.size() == 1 && queue.isEmpty());
                Map<String, Double> before = RequestCounter.requests();
                long began = System.nanoTime();
                LockSupport.parkNanos(WINDOW_NANOS);
                Map<String, Double> after = RequestCounter.requests();
                double seconds = (System.nanoTime() - began) / 1e9;
                after.replaceAll((client, count) -> (count - before.getOrDefault(client, 0d)) / seconds);
                assertThat(after.values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum())
                        .as("requests a second: %s", after)
                        .isBetween(1d, 20d);
            }
        }
    }

    /** Whether it is paused is read apart from the others, whose fetch the broker still holds. */
    @Test
    void handsOutEventsOfAQueueThatIsOpenedLaterAtOnce() throws Exception {
        try (KafkaQueueStore store = store(Map.of("fetch.max.wait.ms", 25_000))) {
            StoredQueue first = store.open(queue("first"));
            put(first, event("event-0", null)).join();
            try (TestWorkers workers = TestWorkers.serve(first, 1, event -> handle(event.id()))) {
                await("the first").atMost(LONG).until(() -> handled.size() == 1);
                StoredQueue later = store.open(queue("later"));
                put(later, event("event-1", null)).join();
                try (TestWorkers others = TestWorkers.serve(later, 1, event -> handle(event.id()))) {
                    await("the later one").atMost(Duration.ofSeconds(15)).until(() -> handled.size() == 2);
                    store.vanish(); // in order, it would wait for brokers that hold fetches
                }
            }
        }
    }
}
