package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a store takes to close. */
@Timeout(120)
class StoreCloseTest {

    private static final int QUEUES = 4;

    private final String flow = SharedBroker.flow();
    private final CountDownLatch begun = new CountDownLatch(QUEUES);
    private final CountDownLatch end = new CountDownLatch(1);

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
}
