package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.queues.FailedOnTheWayFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Later events wait for one that has failed at a remote slot and goes on with its error. */
@Timeout(120)
class RemoteFailedOnTheWayTest extends FailedOnTheWayFixture {

    private FlowBuilder<String, String> flow(KafkaQueueStore store) {
        return second(first(SharedBroker.flow(), store));
    }

    @Test
    void laterOnesWaitIfItBecomesADeadLetter() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build();
                Flow<String, String> flow = flow(store).build()) {
            acceptAll(flow);
            openGate();
            await("dead").atMost(LONG).until(() -> store.directory().queues().stream()
                    .anyMatch(queue -> queue.report().dead() == 1));
            awaitThatLaterWaits();
        }
    }

    @Test
    void laterOnesWaitUntilItIsRecovered() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build();
                Flow<String, String> flow = recovered(flow(store)).build()) {
            acceptAll(flow);
            openGate();
            awaitLater();
            assertThat(begun).containsOnlyOnce("bad", "later").endsWith("later");
        }
    }
}
