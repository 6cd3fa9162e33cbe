package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.jdbc.OnPostgresAndSqlite;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.row.QueueRow;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a purge deletes, and what it leaves. */
@Timeout(120)
class PurgeTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int IN_HAND = 10;
    private static final int EVENTS = 500;
    private static final QueueDefinition QUEUE = new QueueDefinition("flow", "slot", Order.ANY, 100_000);

    private static void putAll(StoredQueue queue, int from, int to) throws Exception {
        List<CompletableFuture<Void>> puts = IntStream.range(from, to)
                .mapToObj(i -> put(queue, event("event-" + i)))
                .toList();
        for (CompletableFuture<Void> each : puts) {
            each.get(30, TimeUnit.SECONDS);
        }
    }

    /** Takes some events, so that the store has read others and marked them as begun. */
    private static Queue<StoredEvent> takeSome(StoredQueue queue) {
        Queue<StoredEvent> taken = new ConcurrentLinkedQueue<>();
        queue.deliver(event -> taken.size() < IN_HAND && taken.add(event));
        await("some in hand").atMost(LONG).until(() -> taken.size() == IN_HAND);
        return taken;
    }

    private static long purge(JdbcQueueStore store) {
        QueueAdministration administration = store.administration();
        QueueRow queue = administration.find("flow.slot").orElseThrow();
        return administration.purge(queue);
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "SQLITE", "H2"})
    void leavesWhatIsInHandAndNothingElse(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(QUEUE);
            putAll(queue, 0, EVENTS);
            Queue<StoredEvent> taken = takeSome(queue);

            assertThat(purge(store)).isEqualTo(EVENTS - IN_HAND);

            assertThat(tested.strings("select event_id from concor_event"))
                    .containsExactlyInAnyOrderElementsOf(
                            taken.stream().map(StoredEvent::id).toList());
            taken.forEach(event -> queue.endLater(event, new Ending.Handled()));
            await("empty").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_event"))
                    .isZero());
        }
    }

    @OnPostgresAndSqlite
    void deletesWhatAProcessHadInHandThatHasDied(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore dead = tested.store();
            StoredQueue queue = dead.open(QUEUE);
            putAll(queue, 0, EVENTS);
            takeSome(queue);
            dead.vanish();
            JdbcQueueStore store = tested.store();
            await("the lease is over").atMost(LONG).untilAsserted(() -> {
                purge(store);
                assertThat(tested.count("concor_event")).isZero();
            });
        }
    }

    /** It may be in hand there. */
    @ParameterizedTest
    @EnumSource(value = StoreDatabase.class, names = "POSTGRESQL")
    void leavesWhatAnotherProcessMayHaveInHand(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore owner = tested.store();
            StoredQueue queue = owner.open(QUEUE);
            putAll(queue, 0, EVENTS);
            Queue<StoredEvent> taken = takeSome(queue);

            purge(tested.store());

            assertThat(tested.strings("select event_id from concor_event"))
                    .containsAll(taken.stream().map(StoredEvent::id).toList());
            assertThat(purge(owner) + IN_HAND).isLessThanOrEqualTo(EVENTS);
            assertThat(tested.count("concor_event")).isEqualTo(IN_HAND);
        }
    }
}
