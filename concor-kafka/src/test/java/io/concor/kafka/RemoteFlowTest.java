package io.concor.kafka;

import static io.concor.kafka.NumberedEvents.accept;
import static io.concor.kafka.NumberedEvents.assertOnceAndInOrder;
import static io.concor.kafka.NumberedEvents.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flows with two remote slots in several processes, each with a store of its own. */
@Timeout(120)
class RemoteFlowTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final String name = SharedBroker.flow();
    private final Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> arrived = new ConcurrentLinkedQueue<>();

    /** A process: a keyed component hands on to another one. */
    private final class Process implements AutoCloseable {
        final KafkaQueueStore store = SharedBroker.store().build();
        final Flow<String, String> flow = Flows.<String>create(name)
                .queues(store)
                .retry(RetryPolicy.maxRetries(2).delay(Duration.ofMillis(50)))
                .join(JoinSettings.keyed(2).capacity(16_384).queue(QueueKind.REMOTE))
                .mapKeyed(keyed(this::see), "first")
                .join(JoinSettings.keyed(2).capacity(16_384).queue(QueueKind.REMOTE))
                .mapKeyed(keyed(this::arrive), "second")
                .build();

        private String see(String message) {
            int number = Integer.parseInt(message);
            boolean failsNow = number % 500 == 7 && !seen.contains(number);
            seen.add(number);
            if (failsNow) {
                throw new IllegalStateException("once");
            }
            return message;
        }

        private String arrive(String message) {
            arrived.add(Integer.parseInt(message));
            return message;
        }

        @Override
        public void close() {
            flow.close();
            store.close();
        }
    }

    @Test
    void twoProcessesShareAFlowAndEachEventArrivesOnceAndInOrder() throws Exception {
        try (Process one = new Process();
                Process other = new Process()) {
            accept(one.flow, 0, 1_500);
            accept(other.flow, 1_500, 3_000);
            await("all").atMost(LONG).until(() -> arrived.size() >= 3_000);
        }
        assertOnceAndInOrder(arrived, 3_000);
    }

    /** What a task does lies elsewhere: it is repeated for the event that failed, and for no other one. */
    @Test
    void anEventThatFailsRepeatsNoOtherOne() throws Exception {
        try (Process one = new Process()) {
            accept(one.flow, 0, 1_000);
            await("all").atMost(LONG).until(() -> arrived.size() >= 1_000);
        }
        assertOnceAndInOrder(arrived, 1_000);
        Map<Integer, Long> often = seen.stream().collect(Collectors.groupingBy(i -> i, Collectors.counting()));
        assertThat(often).allSatisfy((number, times) -> assertThat(times).isEqualTo(number % 500 == 7 ? 2 : 1));
    }

    @Test
    void submittedEventsAnswerTheirCallers() throws Exception {
        try (Process one = new Process()) {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                answers.add(one.flow.submit(String.valueOf(i)));
            }
            for (int i = 0; i < 100; i++) {
                assertThat(answers.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(String.valueOf(i));
            }
        }
    }

    @Test
    void whatWaitsIsHandledAfterARestart() throws Exception {
        try (Process one = new Process()) {
            accept(one.flow, 0, 500);
        }
        try (Process again = new Process()) {
            await("all").atMost(LONG).until(() -> arrived.size() >= 500);
        }
        assertOnceAndInOrder(arrived, 500);
    }
}
