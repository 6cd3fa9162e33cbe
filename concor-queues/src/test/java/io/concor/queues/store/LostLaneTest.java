package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.effect;
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
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.member.MemberSettings;
import io.concor.queues.row.DeadChoice;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process learns that a lane is another's while it takes events of it, and soon owns the lane again. */
@Timeout(120)
class LostLaneTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    /** It learns of the loss from its own statement, and not from a beat. */
    private static final MemberSettings SELDOM =
            new MemberSettings("test", Duration.ofMinutes(5), Duration.ofMinutes(2));

    /** So many that they are read in many pages. */
    private static final int WAITING = 5_000;

    private final AtomicBoolean fails = new AtomicBoolean(true);

    private Ending end(JdbcQueueStore store, StoredEvent event) throws Exception {
        return fails.get()
                ? new Ending.Dead(new Ending.Failure("slot", new IllegalStateException("no"), true))
                : effect(store, event);
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "MARIADB"})
    void aKeyWithManyEventsKeepsItsOrder(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.add(JdbcQueueStore.of(tested.dataSource(), new TextFormat())
                    .member(SELDOM)
                    .build());
            StoredQueue queue = store.open(new QueueDefinition("flow", "slot", Order.KEY, 100_000));
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> end(store, event))) {
                put(queue, event("event-0", "key")).join();
                await("a dead letter holds the key").atMost(LONG).until(() -> tested.count("concor_dead") == 1);
                fails.set(false);
                List<CompletableFuture<Void>> puts = IntStream.rangeClosed(1, WAITING)
                        .mapToObj(i -> put(queue, event("event-" + i, "key")))
                        .toList();
                puts.forEach(CompletableFuture::join);

                tested.execute("update concor_lane set owner = 'vanished', epoch = epoch + 1");
                store.administration().requeue(store.administration().queues().get(0), DeadChoice.ALL);

                await("all are handled").atMost(LONG).until(() -> tested.count("effects") == WAITING + 1);
            }
            assertThat(tested.effects())
                    .containsExactlyElementsOf(IntStream.rangeClosed(0, WAITING)
                            .mapToObj(i -> "event-" + i)
                            .toList());
        }
    }
}
