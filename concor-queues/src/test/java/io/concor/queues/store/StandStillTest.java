package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.effect;
import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process stands still for good, with its connections open: another one handles what there is. */
@Timeout(600)
class StandStillTest {

    private static final QueueDefinition QUEUE = new QueueDefinition("flow", "slot", Order.KEY, 100_000);
    /** A lease of a second, and what a database waits for a transaction in which nothing happens. */
    private static final Duration TAKE_OVER = Duration.ofSeconds(30);

    private static final String WAKE = "wake = wake";
    private static final int CALLS = 60;
    private static final int STEP = 4;

    /** Others renew their leases in the rows that it has locked by that. */
    @Test
    void othersGoOnAlthoughItHadWokenThem() throws Exception {
        assertOthersGoOn(stopping -> stopping.standStillBehind(WAKE));
    }

    /** The database ends the transaction of that statement itself, so that no process can stand still in it. */
    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "MARIADB", "H2"})
    void aWakeUpWaitsForNoCommit(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FailingDataSource watched = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(watched);
            JdbcQueueStore other = tested.store();
            StoredQueue there = store.open(QUEUE);
            try (TestSlot slot = TestSlot.serve(other, other.open(QUEUE), 2, event -> effect(other, event))) {
                watched.failCommitOf(WAKE, FailingDataSource.Fault.BEFORE);
                put(there, event("one")).get(10, TimeUnit.SECONDS);
                await("it is handled elsewhere").atMost(TAKE_OVER).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(1));
                await("a wake-up").atMost(TAKE_OVER).until(() -> !watched.statements(WAKE)
                        .isEmpty());
                assertThat(watched.commitsToFail()).isOne();
            }
        }
    }

    @Test
    @Tag("full")
    void othersGoOnWhereverItStandsStill() throws Exception {
        for (int call = 1; call <= CALLS; call += STEP) {
            int last = call;
            assertOthersGoOn(stopping -> stopping.standStillAt(last));
        }
    }

    private static void assertOthersGoOn(Consumer<FailingDataSource> stands) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            FailingDataSource stopping = new FailingDataSource(tested.dataSource());
            JdbcQueueStore stopped = tested.store(stopping);
            JdbcQueueStore other = tested.store();
            StoredQueue there = stopped.open(QUEUE);
            StoredQueue here = other.open(QUEUE);
            try (TestSlot first = TestSlot.serve(stopped, there, 2, event -> effect(stopped, event));
                    TestSlot second = TestSlot.serve(other, here, 2, event -> effect(other, event))) {
                stands.accept(stopping);
                for (int i = 0; !stopping.standsStill(); i++) {
                    put(there, event("lost-" + i, "key-" + i % 20));
                    LockSupport.parkNanos(500_000);
                }
                List<String> events =
                        IntStream.range(0, 100).mapToObj(i -> "event-" + i).toList();
                events.forEach(id -> put(here, event(id, id)));
                await("all events").atMost(TAKE_OVER).untilAsserted(() -> assertThat(tested.effects())
                        .containsAll(events));
                stopping.goOn();
            }
            assertThat(tested.effects()).doesNotHaveDuplicates();
        }
    }
}
