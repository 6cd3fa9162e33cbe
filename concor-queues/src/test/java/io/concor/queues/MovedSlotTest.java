package io.concor.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Delivery;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.StoreUnderTest;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A slot that moves from a database to memory. */
@Timeout(60)
class MovedSlotTest {

    private final Queue<String> ran = new ConcurrentLinkedQueue<>();

    private String run(String message) {
        ran.add(message);
        return message;
    }

    /** It keeps the queue from being empty, and so the slot from its move: what comes must not wait for that. */
    @Test
    void eventsGoOnWhileAnotherOneIsDelayed() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.H2);
                Flow<String, String> flow = Flows.<String>create("flow")
                        .queues(tested.store())
                        .join(JoinSettings.fixed(2).queue(QueueKind.DURABLE))
                        .map(this::run, "slot")
                        .build()) {
            Manager manager = new Manager();
            manager.register(flow);
            flow.accept("later", Delivery.delayed(Duration.ofHours(1))).get();
            manager.change(ChangeRequest.put("flow", "slot", JoinSettings.fixed(2)));

            for (int i = 0; i < 20; i++) {
                flow.apply("event-" + i);
            }

            await().atMost(Duration.ofSeconds(20)).until(() -> ran.size() >= 20);
            assertThat(ran).hasSize(20).doesNotContain("later");
        }
    }
}
