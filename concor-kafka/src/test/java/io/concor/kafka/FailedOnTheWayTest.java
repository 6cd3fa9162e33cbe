package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An event has failed at a remote slot and passes a slot in memory, behind which a component may handle its error. Until that is
 * known, later events wait.
 */
@Timeout(120)
class FailedOnTheWayTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration A_WHILE = Duration.ofMillis(300);

    private final Queue<String> begun = new ConcurrentLinkedQueue<>();
    private final CountDownLatch gate = new CountDownLatch(1);

    private FlowBuilder<String, String> flow(KafkaQueueStore store) {
        return Flows.<String>create(SharedBroker.flow())
                .queues(store)
                .join(JoinSettings.single().queue(QueueKind.REMOTE))
                .mapSingleThreaded(this::begin, "first")
                .join(JoinSettings.single())
                .map(this::pass, "second");
    }

    private String begin(String message) {
        begun.add(message);
        if (message.equals("bad")) {
            throw new IllegalStateException("bad");
        }
        return message;
    }

    private String pass(String message) throws InterruptedException {
        if (message.equals("slow")) {
            gate.await();
        }
        return message;
    }

    private void acceptAll(Flow<String, String> flow) throws Exception {
        for (String message : new String[] {"slow", "bad", "later"}) {
            flow.accept(message).get(20, TimeUnit.SECONDS);
        }
        await("failed").atMost(LONG).until(() -> begun.contains("bad"));
        await("waits").during(A_WHILE).atMost(LONG).until(() -> !begun.contains("later"));
    }

    @Test
    void laterOnesWaitIfItBecomesADeadLetter() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build();
                Flow<String, String> flow = flow(store).build()) {
            acceptAll(flow);
            gate.countDown();
            await("dead").atMost(LONG).until(() -> store.directory().queues().stream()
                    .anyMatch(queue -> queue.report().dead() == 1));
            await("held").during(A_WHILE).atMost(LONG).until(() -> !begun.contains("later"));
        }
    }

    @Test
    void laterOnesWaitUntilItIsRecovered() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build();
                Flow<String, String> flow = flow(store)
                        .recovering((failure, context) -> "good", "recovery")
                        .build()) {
            acceptAll(flow);
            gate.countDown();
            await("later").atMost(LONG).until(() -> begun.contains("later"));
            assertThat(begun).containsOnlyOnce("bad", "later").endsWith("later");
        }
    }
}
