package io.concor.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.queues.jdbc.OnPostgresAndH2;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.StoreUnderTest;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * An event has failed at a durable slot and passes a slot in memory, behind which a component may handle its error. Until that is
 * known, later events wait.
 */
@Timeout(120)
class FailedOnTheWayTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration A_WHILE = Duration.ofMillis(300);

    private final Queue<String> begun = new ConcurrentLinkedQueue<>();
    private final CountDownLatch gate = new CountDownLatch(1);

    private FlowBuilder<String, String> flow(JdbcQueueStore store) {
        return second(first(store));
    }

    private FlowBuilder<String, String> first(JdbcQueueStore store) {
        return Flows.<String>create("flow")
                .queues(store)
                .join(JoinSettings.single().queue(QueueKind.DURABLE))
                .mapSingleThreaded(this::begin, "first");
    }

    private FlowBuilder<String, String> second(FlowBuilder<String, String> first) {
        return first.join(JoinSettings.single()).map(this::pass, "second");
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

    @OnPostgresAndH2
    void laterOnesWaitUntilAPersonDecidesIfItBecomesADeadLetter(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            try (Flow<String, String> flow = flow(store).build()) {
                acceptAll(flow);
                gate.countDown();
                await("dead").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_dead"))
                        .isEqualTo(1));
                await("held").during(A_WHILE).atMost(LONG).until(() -> !begun.contains("later"));
                tested.execute("delete from concor_dead");
                store.changed();
                await("later").atMost(LONG).until(() -> begun.contains("later"));
            }
        }
    }

    @OnPostgresAndH2
    void laterOnesWaitUntilItIsRecovered(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            try (Flow<String, String> flow = flow(tested.store())
                    .recovering((failure, context) -> "good", "recovery")
                    .build()) {
                acceptAll(flow);
                gate.countDown();
                await("later").atMost(LONG).until(() -> begun.contains("later"));
                await("all ended").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_event"))
                        .isZero());
                assertThat(begun).containsOnlyOnce("bad", "later").endsWith("later");
            }
        }
    }

    /** Such a stage ends its events one by one, without a transaction of the store. */
    @OnPostgresAndH2
    void laterOnesWaitAlsoWhereItsStageHasATransition(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FlowBuilder<String, String> first = first(tested.store())
                    .<String>bind((message, continuation) -> continuation.complete(message), "transition");
            try (Flow<String, String> flow = second(first)
                    .recovering((failure, context) -> "good", "recovery")
                    .build()) {
                acceptAll(flow);
                gate.countDown();
                await("later").atMost(LONG).until(() -> begun.contains("later"));
            }
        }
    }
}
