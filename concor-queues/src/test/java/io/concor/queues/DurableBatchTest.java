package io.concor.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.BatchTask;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.RetryPolicy;
import io.concor.queues.jdbc.OnPostgresAndH2;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.StoreUnderTest;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batch components whose events wait in real databases, in which their effects are, too. */
@Timeout(120)
class DurableBatchTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int EVENTS = 1_000;

    /** The sizes of the calls. */
    private final Queue<Integer> calls = new ConcurrentLinkedQueue<>();

    private static Flow<String, String> flow(JdbcQueueStore store, JoinSettings join, BatchTask<String, String> task) {
        return Flows.<String>create("flow")
                .queues(store)
                .join(join.queue(QueueKind.DURABLE))
                .retry(RetryPolicy.maxRetries(1).delay(Duration.ofMillis(1)))
                .mapBatch(task, "slot")
                .build();
    }

    /** One statement for all; then a bad message fails the call. */
    private List<String> insert(JdbcQueueStore store, List<String> messages) throws SQLException {
        calls.add(messages.size());
        try (PreparedStatement insert =
                store.connection().prepareStatement("insert into effects (place, event) values (?, ?)")) {
            for (String message : messages) {
                insert.setInt(1, 0);
                insert.setString(2, message);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        if (messages.contains("bad")) {
            throw new IllegalArgumentException("bad");
        }
        return messages;
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(String::valueOf).toList();
    }

    private static void accept(Flow<String, String> flow, List<String> messages) throws Exception {
        List<CompletableFuture<@Nullable Void>> accepted =
                messages.stream().map(flow::accept).toList();
        for (CompletableFuture<@Nullable Void> each : accepted) {
            each.get(20, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "SQLITE", "H2"})
    void oneBadEventBecomesADeadLetterAndTheOthersAreCommittedOnce(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            try (Flow<String, String> flow =
                    flow(store, JoinSettings.fixed(2).batchSize(100), messages -> insert(store, messages))) {
                accept(flow, numbers(0, EVENTS / 2));
                accept(flow, List.of("bad"));
                accept(flow, numbers(EVENTS / 2, EVENTS));
                await().atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactlyInAnyOrderElementsOf(numbers(0, EVENTS)));
                await().atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_dead"))
                        .isEqualTo(1));
            }
            assertThat(calls).as("several events in one call").anyMatch(size -> size > 10);
        }
    }

    /** A process dies in the middle of a call: the next one handles what that has not committed. */
    @OnPostgresAndH2
    void eachEventIsHandledOnceAlthoughAProcessDies(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore first = tested.store();
            CountDownLatch reached = new CountDownLatch(3);
            CountDownLatch dead = new CountDownLatch(1);
            Flow<String, String> dying = flow(first, JoinSettings.batch(50), messages -> {
                List<String> results = insert(first, messages);
                reached.countDown();
                if (reached.getCount() == 0) {
                    dead.await(20, TimeUnit.SECONDS);
                }
                return results;
            });
            accept(dying, numbers(0, EVENTS));
            assertThat(reached.await(20, TimeUnit.SECONDS)).isTrue();
            first.vanish();
            dead.countDown();
            JdbcQueueStore second = tested.store();
            try (Flow<String, String> next = flow(
                    second,
                    JoinSettings.batch(50).linger(Duration.ofMillis(5)),
                    messages -> insert(second, messages))) {
                await().atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactlyInAnyOrderElementsOf(numbers(0, EVENTS)));
            } finally {
                dying.close();
            }
        }
    }
}
