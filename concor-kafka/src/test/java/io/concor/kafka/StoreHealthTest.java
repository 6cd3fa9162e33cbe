package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.topic.TopicNames;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When a store is down, and until when. */
@Timeout(120)
class StoreHealthTest {

    private static final Duration LONG = Duration.ofSeconds(40);

    private final QueueDefinition definition = new QueueDefinition(SharedBroker.flow(), "slot", Order.ANY, 1_000);

    @TempDir
    Path folder;

    @Test
    void aRecordThatIsTooLargeConcernsOnlyWhoPutIt() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(definition);
            SharedBroker.largestRecord(TopicNames.DEFAULT.of(definition), 1_000);
            await("a refusal").atMost(LONG).until(() -> isRefused(queue));
            assertThat(store.state().reason()).isNull();
        }
    }

    private static boolean isRefused(StoredQueue queue) {
        NewEvent large = new NewEvent("large", false, "x".repeat(5_000), null, Duration.ZERO, Map.of());
        Throwable failed = put(queue, large).handle((stored, cause) -> cause).join();
        return failed != null && String.valueOf(failed.getMessage()).contains("max.message.bytes");
    }

    @Test
    @Tag("full")
    void aStoreThatReachesItsBrokersAgainIsUpBeforeAnythingIsPut() throws Exception {
        try (SingleBroker broker = new SingleBroker(folder, "PLAINTEXT", Map.of());
                KafkaQueueStore store = KafkaQueueStore.of(impatient(broker), new TextMessages())
                        .partitions(1)
                        .build()) {
            StoredQueue queue = store.open(definition);
            put(queue, event("before", null)).join();
            broker.stop();
            CompletableFuture<Void> lost = put(queue, event("lost", null));
            await("given up").atMost(LONG).until(lost::isCompletedExceptionally);
            assertThat(store.state().reason()).contains("cannot put events into the queue " + definition.name());
            broker.startAgain();
            await("up").atMost(LONG).until(() -> store.state().up());
            put(queue, event("after", null)).join();
        }
    }

    /** Nothing is under way, so nothing fails by itself. */
    @Test
    void aStoreWhoseBrokersAreGoneIsDownWithinSeconds() throws Exception {
        try (SingleBroker broker = new SingleBroker(folder, "PLAINTEXT", Map.of());
                KafkaQueueStore store = KafkaQueueStore.of(
                                Map.of("bootstrap.servers", broker.address()), new TextMessages())
                        .partitions(1)
                        .build()) {
            store.open(definition);
            await("asked once").atMost(LONG).until(() -> store.state().up());
            broker.stop();
            await("down").atMost(Duration.ofSeconds(6)).until(() -> !store.state()
                    .up());
            assertThat(store.state().reason()).contains("no broker can be reached");
            broker.startAgain();
            await("up").atMost(LONG).until(() -> store.state().up());
        }
    }

    private static Map<String, Object> impatient(SingleBroker broker) {
        return Map.of(
                "bootstrap.servers",
                broker.address(),
                "delivery.timeout.ms",
                1_500,
                "request.timeout.ms",
                1_000,
                "metadata.recovery.strategy",
                "none"); // else puts wait for brokers, and are not given up
    }
}
