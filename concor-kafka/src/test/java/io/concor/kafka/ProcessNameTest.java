package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.topic.ProcessName;
import io.concor.queue.Ending;
import io.concor.queue.FlowIdentity;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.administration.ManagedQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process has one name, wherever it is shown. */
@Timeout(120)
class ProcessNameTest {

    private final String flow = SharedBroker.flow();

    @Test
    void isTheSameAmongInstancesAndConsumers() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            String instance = store.join(new FlowIdentity(flow, List.of(), "f00000000001", List.of(), "", Map.of()))
                    .instances()
                    .get(0)
                    .name();
            StoredQueue first = store.open(new QueueDefinition(flow, "first", Order.ANY, 10));
            StoredQueue second = store.open(new QueueDefinition(flow, "second", Order.ANY, 10));
            try (TestWorkers one = TestWorkers.serve(first, 1, event -> new Ending.Handled());
                    TestWorkers other = TestWorkers.serve(second, 1, event -> new Ending.Handled())) {
                for (String slot : List.of("first", "second")) {
                    ManagedQueue queue =
                            store.directory().find(flow + "." + slot).orElseThrow();
                    await("it takes part").atMost(Duration.ofSeconds(40)).untilAsserted(() -> assertThat(
                                    queue.report().consumers())
                            .containsExactly(instance));
                }
            }
        }
    }

    @Test
    void isNotThatOfAClientOfAnotherKind() {
        assertThat(ProcessName.ofClient("web-1/17#3")).contains("web-1/17");
        assertThat(ProcessName.ofClient("web-1/17#3@concor-4711")).contains("web-1/17");
        assertThat(ProcessName.ofClient("web-1\n/17#3")).isEmpty();
        assertThat(ProcessName.ofClient("consumer-concor.orders.book-1")).isEmpty();
    }
}
