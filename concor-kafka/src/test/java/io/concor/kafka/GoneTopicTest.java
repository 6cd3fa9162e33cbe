package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A topic is deleted while it is used, and not created again. */
@Timeout(240)
class GoneTopicTest {

    private static final Duration LONG = Duration.ofSeconds(90);

    private final QueueDefinition definition = new QueueDefinition(SharedBroker.flow(), "slot", Order.ANY, 100);
    private final QueueDefinition other = new QueueDefinition(definition.flow(), "other", Order.ANY, 100);
    private final String topic = TopicNames.DEFAULT.of(definition).events();
    private final TopicComplaints complaints = new TopicComplaints(topic);

    @AfterEach
    void listenNoMore() {
        complaints.close();
    }

    @Test
    @Tag("full")
    void isAskedForNoLongerAndOthersGoOn() throws Exception {
        CountDownLatch handled = new CountDownLatch(1);
        CountDownLatch otherHandled = new CountDownLatch(1);
        try (KafkaQueueStore store = SharedBroker.store().build();
                Admin admin = SharedBroker.admin()) {
            StoredQueue queue = store.open(definition);
            StoredQueue good = store.open(other);
            try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> handled(handled));
                    TestWorkers others = TestWorkers.serve(good, 1, event -> handled(otherHandled))) {
                put(queue, event("first", null)).get(40, TimeUnit.SECONDS);
                assertThat(handled.await(40, TimeUnit.SECONDS)).isTrue();

                admin.deleteTopics(List.of(topic)).all().get();
                put(queue, event("late", null));
                await("its reader sees it").atMost(LONG).until(() -> complaints.take() > 0);

                await("no more complaints")
                        .during(Duration.ofSeconds(5))
                        .atMost(LONG)
                        .until(() -> complaints.take() == 0);
                assertThat(store.state().reason()).contains("'" + topic + "' is gone");
                put(good, event("good", null)).get(40, TimeUnit.SECONDS);
                assertThat(otherHandled.await(40, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    private static Ending handled(CountDownLatch latch) {
        latch.countDown();
        return new Ending.Handled();
    }
}
