package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue of which a topic is gone, and another one of the same store. */
@Tag("full")
@Timeout(300)
class BrokenQueueTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int EVENTS = 20;

    private final String flow = SharedBroker.flow();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final AtomicInteger puts = new AtomicInteger();

    private QueueDefinition queue(String slot) {
        return new QueueDefinition(flow, slot, Order.KEY, 1_000);
    }

    private Ending handle(StoredEvent event) {
        handled.add(event.id());
        return new Ending.Handled();
    }

    private static KafkaQueueStore store() {
        Map<String, Object> impatient = Map.of("bootstrap.servers", SharedBroker.address(), "max.block.ms", 3_000);
        return KafkaQueueStore.of(impatient, new TextMessages()).partitions(1).build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".state"})
    void theOtherGoesOnAndTheHealthNamesTheOneThatIsBroken(String suffix) throws Exception {
        try (KafkaQueueStore store = store();
                Admin admin = SharedBroker.admin()) {
            StoredQueue broken = store.open(queue("broken"));
            StoredQueue good = store.open(queue("good"));
            String topic = TopicNames.DEFAULT.of(queue("broken")).events() + suffix;
            CompletableFuture<Void> waits = new CompletableFuture<>();
            try (TestWorkers one = TestWorkers.serve(broken, 1, this::handle);
                    TestWorkers other = TestWorkers.serve(good, 1, this::handle)) {
                put(broken, event("broken", "key")).join();
                put(good, event("good", "key")).join();
                await("both").atMost(LONG).until(() -> broken.isEmpty() && good.isEmpty());
                admin.deleteTopics(List.of(topic)).all().get();

                await("the failure")
                        .pollInterval(Duration.ofMillis(100))
                        .atMost(LONG)
                        .until(() -> fails(store, broken));
                for (int i = 0; i < EVENTS; i++) {
                    put(good, event("good-" + i, "key")).get(30, TimeUnit.SECONDS);
                }
                await("what it is").atMost(LONG).until(() -> reason(store).contains(topic));
                await("all of the other").atMost(LONG).until(good::isEmpty);
                assertThat(handled).contains("good-" + (EVENTS - 1));
                assertThat(reason(store))
                        .contains("cannot use the queue " + broken.definition().name(), "Stop the flow")
                        .doesNotContain(good.definition().name());
                put(broken, event("waits", "key")).whenComplete((stored, failed) -> waits.complete(stored));
            }
            broken.close();
            waits.get(30, TimeUnit.SECONDS); // whatever became of it, no caller waits for it
            await("up").atMost(LONG).until(() -> store.state().up());
            serveAgain(store);
        }
    }

    private void serveAgain(KafkaQueueStore store) throws Exception {
        StoredQueue restarted = store.open(queue("broken"));
        try (TestWorkers workers = TestWorkers.serve(restarted, 1, this::handle)) {
            put(restarted, event("again", "key")).get(30, TimeUnit.SECONDS);
            await("handled").atMost(LONG).until(() -> handled.contains("again"));
            await("empty").atMost(LONG).until(restarted::isEmpty);
            assertThat(store.state().reason()).isNull();
        }
    }

    private static String reason(KafkaQueueStore store) {
        return String.valueOf(store.state().reason());
    }

    private boolean fails(KafkaQueueStore store, StoredQueue broken) {
        put(broken, event("lost-" + puts.incrementAndGet(), "key"));
        return reason(store).contains(broken.definition().name());
    }
}
