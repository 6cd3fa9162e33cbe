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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How long a store takes to close. */
@Timeout(120)
class StoreCloseTest {

    private static final int QUEUES = 4;

    private final String flow = SharedBroker.flow();
    private final CountDownLatch begun = new CountDownLatch(QUEUES);
    private final CountDownLatch end = new CountDownLatch(1);

    @TempDir
    Path folder;

    private Ending hang() throws InterruptedException {
        begun.countDown();
        end.await();
        return new Ending.Handled();
    }

    /** One takes seven seconds: two until it hurries, and five for what runs. */
    @Test
    @Tag("full")
    void queuesWhoseTasksHangAreLeftTogether() throws Exception {
        List<TestWorkers> workers = new ArrayList<>();
        KafkaQueueStore store = SharedBroker.store().partitions(1).build();
        try {
            for (int i = 0; i < QUEUES; i++) {
                StoredQueue queue = store.open(new QueueDefinition(flow, "slot-" + i, Order.ANY, 100));
                put(queue, event("event", null)).join();
                workers.add(TestWorkers.serve(queue, 1, event -> hang()));
            }
            assertThat(begun.await(40, TimeUnit.SECONDS)).isTrue();
            long began = System.nanoTime();
            store.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(12));
        } finally {
            workers.forEach(TestWorkers::kill);
            end.countDown();
            store.close(); // if it is not yet
        }
    }

    /** Each part would wait for its own timeout, one after the other. */
    @Test
    @Tag("full")
    void doesNotWaitForBrokersThatAreGone() throws Exception {
        try (SingleBroker broker = new SingleBroker(folder, "PLAINTEXT", Map.of())) {
            KafkaQueueStore store = KafkaQueueStore.of(
                            Map.of("bootstrap.servers", broker.address()), new TextMessages())
                    .partitions(1)
                    .build();
            store.join(new FlowIdentity(flow, List.of(), "f00000000001", List.of(), "", Map.of()));
            store.results(new QueueDefinition(flow, "results", Order.ANY, 1), (event, outcome) -> {})
                    .address(); // has them read
            List<StoredQueue> queues = new ArrayList<>();
            List<TestWorkers> workers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                StoredQueue queue = store.open(new QueueDefinition(flow, "slot-" + i, Order.ANY, 100));
                queues.add(queue);
                CountDownLatch handled = new CountDownLatch(1);
                workers.add(TestWorkers.serve(queue, 1, event -> {
                    handled.countDown();
                    return new Ending.Handled();
                }));
                put(queue, event("event", null)).join();
                assertThat(handled.await(40, TimeUnit.SECONDS)).isTrue();
            }
            broker.stop();
            CompletableFuture<Void> late = put(queues.get(0), event("late", null));
            await("down").atMost(Duration.ofSeconds(40)).until(() -> !store.state()
                    .up());

            long began = System.nanoTime();
            queues.forEach(StoredQueue::close); // as a flow does that stops
            store.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(6));
            await("told").atMost(Duration.ofSeconds(10)).until(late::isCompletedExceptionally);
            workers.forEach(TestWorkers::kill);
        }
    }
}
