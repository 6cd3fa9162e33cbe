package io.concor.kafka.outbox;

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
import io.concor.kafka.EffectsDatabase;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.queues.JdbcQueueStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A durable slot hands on to a remote one in the transaction of its task. */
@Timeout(180)
class OutboxFlowTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int EVENTS = 1_000;

    private final String name = SharedBroker.flow();
    private final Set<String> failedOnce = new HashSet<>();
    private final Queue<Integer> arrived = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void effectAndHandOverHappenTogetherAndOnce(TestDatabase kind) throws Exception {
        try (EffectsDatabase effects = EffectsDatabase.of(kind)) {
            RelayFaults faults = new RelayFaults(effects.dataSource());
            try (JdbcQueueStore database = JdbcQueueStore.of(effects.dataSource(), new TextMessages())
                            .transactions(faults)
                            .build();
                    KafkaQueueStore remote =
                            SharedBroker.store().database(database).build();
                    Flow<String, String> flow = Flows.<String>create(name)
                            .queues(database)
                            .queues(remote)
                            .retry(RetryPolicy.maxRetries(3).delay(Duration.ofMillis(5)))
                            .join(JoinSettings.keyed(2).queue(QueueKind.DURABLE))
                            .mapKeyed(keyed(text -> book(effects, faults, text)), "first")
                            .join(JoinSettings.keyed(2).queue(QueueKind.REMOTE))
                            .mapKeyed(keyed(this::arrive), "second")
                            .build()) {
                faults.fail(RelayFaults.Commit.FAILS, 3);
                accept(flow, 0, EVENTS);
                await("all").atMost(LONG).until(() -> arrived.size() >= EVENTS);
                assertThat(faults.left()).isZero(); // the relay has put them
            }
            assertOnceAndInOrder(arrived, EVENTS);
            assertThat(effects.effects())
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, EVENTS).boxed().toList());
        }
    }

    /** Now and then it fails after its effect. */
    private String book(EffectsDatabase effects, RelayFaults transactions, String text) throws Exception {
        transactions.perform(connection -> {
            effects.add(connection, Integer.parseInt(text));
            return text;
        });
        boolean fails = text.endsWith("77");
        synchronized (failedOnce) {
            if (fails && failedOnce.add(text)) {
                throw new IllegalStateException("once");
            }
        }
        return text;
    }

    private String arrive(String text) {
        arrived.add(Integer.valueOf(text));
        return text;
    }
}
