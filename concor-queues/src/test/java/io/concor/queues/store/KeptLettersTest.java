package io.concor.queues.store;

import static io.concor.queues.store.PutReceipts.completing;
import static io.concor.queues.store.StoreUnderTest.effect;
import static io.concor.queues.store.StoreUnderTest.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.FailedAttempts;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.jdbc.OnPostgresAndH2;
import io.concor.queues.jdbc.OnPostgresAndSqlite;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.DeadRow;
import io.concor.queues.row.QueueRow;
import io.concor.queues.store.FailingDataSource.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events that failed in memory and are kept as dead letters, on real databases. */
@Timeout(120)
class KeptLettersTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final QueueDefinition DOOR = new QueueDefinition("orders", "check", Order.ANY, 1_000);

    private static CompletableFuture<Void> keep(StoredQueue door, String id) {
        Instant now = Instant.now();
        FailedAttempts failed = new FailedAttempts(
                new Ending.Failure("book", new IllegalStateException("closed today"), false),
                3,
                now.minusSeconds(7),
                now.minusSeconds(2));
        CompletableFuture<Void> kept = new CompletableFuture<>();
        door.keepDead(door.prepare(event(id)), failed, completing(kept));
        return kept;
    }

    private static void keepAll(StoredQueue door, int from, int to) throws Exception {
        List<CompletableFuture<Void>> all = IntStream.range(from, to)
                .mapToObj(i -> keep(door, "event-" + i))
                .toList();
        for (CompletableFuture<Void> each : all) {
            each.get(30, TimeUnit.SECONDS);
        }
    }

    private static QueueRow row(QueueAdministration administration, String name) {
        return administration.find(name).orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "SQLITE", "H2", "MARIADB"})
    void areKeptUnderTheSlotThatFailedAndEnterByTheFirst(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue door = store.open(DOOR);
            keepAll(door, 0, 300);
            QueueAdministration administration = store.administration();
            QueueRow book = row(administration, "orders.book");
            assertThat(administration.report(book).dead()).isEqualTo(300);
            assertThat(administration.report(book).depth()).isZero();
            assertThat(store.slots("orders")).containsExactly("book");
            DeadRow letter = administration.dead(book, 0, 1, true).rows().get(0);
            assertThat(letter.failure().component()).isEqualTo("book");
            assertThat(letter.failure().errorMessage()).contains("closed today");
            assertThat(letter.attempts()).isEqualTo(3);
            assertThat(letter.lastFailed() - letter.firstFailed()).isBetween(4_900L, 5_100L);
            assertThat(new String(letter.message().body())).contains("message of event-");

            long seventh = administration.numbers(book, "event-7").get(0);
            assertThat(administration.delete(book, new DeadChoice(seventh, null, null)))
                    .isEqualTo(1);
            assertThat(administration.requeue(book, new DeadChoice(null, "IllegalStateException", 1_000L)))
                    .isEqualTo(299);
            assertThat(administration.report(book).dead()).isZero();
            assertThat(store.slots("orders")).containsExactly("check");
            try (TestSlot slot = TestSlot.serve(store, door, 2, event -> {
                assertThat(event.message()).isEqualTo("message of " + event.id());
                return effect(store, event);
            })) {
                await("all effects").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(299));
            }
            assertThat(tested.effects()).doesNotHaveDuplicates().doesNotContain("event-7");
            assertThat(store.slots("orders")).isEmpty();
        }
    }

    @OnPostgresAndSqlite
    void areThereAfterTheProcessHasDied(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore first = tested.store();
            keepAll(first.open(DOOR), 0, 50);
            first.administration().requeue(row(first.administration(), "orders.book"), DeadChoice.ALL);
            keepAll(first.open(DOOR), 50, 100);
            first.vanish();
            JdbcQueueStore second = tested.store();
            assertThat(second.slots("orders")).containsExactlyInAnyOrder("check", "book");
            StoredQueue door = second.open(DOOR);
            second.administration().requeue(row(second.administration(), "orders.book"), DeadChoice.ALL);
            try (TestSlot slot = TestSlot.serve(second, door, 2, event -> effect(second, event))) {
                await("all effects").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .hasSize(100)
                        .doesNotHaveDuplicates());
            }
        }
    }

    @OnPostgresAndH2
    void areKeptOnceWhateverCallFails(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FailingDataSource failing = new FailingDataSource(tested.dataSource());
            StoredQueue door = tested.store(failing).open(DOOR);
            int kept = 0;
            for (Fault fault : List.of(Fault.BEFORE, Fault.AFTER)) {
                for (int call = 1; call <= 20; call++) {
                    failing.failAt(call, fault);
                    keepAll(door, kept, kept + 3);
                    kept += 3;
                }
            }
            failing.failAt(Integer.MAX_VALUE, Fault.BEFORE);
            assertThat(tested.strings("select event_id from concor_dead"))
                    .hasSize(kept)
                    .doesNotHaveDuplicates();
            assertThat(tested.count("concor_event")).isZero();
        }
    }

    @Test
    void waitForADatabaseThatIsAwayAndTheHealthSaysSo() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.H2)) {
            FailingDataSource failing = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(failing);
            StoredQueue door = store.open(DOOR);
            failing.down(true);
            CompletableFuture<Void> kept = keep(door, "one");
            await("the health")
                    .atMost(LONG)
                    .until(() -> String.valueOf(store.state().reason()).contains("cannot keep dead letters"));
            assertThat(kept).isNotDone();
            failing.down(false);

            kept.get(30, TimeUnit.SECONDS);
            await("the health").atMost(LONG).until(() -> store.state().up());
        }
    }

    @Test
    void areRefusedWithTheReasonWhenTheStoreIsClosed() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.SQLITE)) {
            JdbcQueueStore store = tested.store();
            StoredQueue door = store.open(DOOR);
            door.close();
            keep(door, "one").get(30, TimeUnit.SECONDS); // the flow has stopped, the store is open
            CompletableFuture<Void> last = keep(door, "two");
            store.close();

            assertThat(last).isCompleted();
            assertThat(tested.count("concor_dead")).isEqualTo(2);
            assertThatThrownBy(() -> keep(door, "three"))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContaining("the store is closed");
        }
    }

    @Test
    void oneThatTheDatabaseRefusesFailsAlone() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.H2)) {
            StoredQueue door = tested.store().open(DOOR);
            keep(door, "first").get(30, TimeUnit.SECONDS);
            tested.execute("alter table concor_event add constraint no_bad check (event_id <> 'bad')");
            List<CompletableFuture<Void>> all = List.of(keep(door, "one"), keep(door, "bad"), keep(door, "two"));

            all.get(0).get(30, TimeUnit.SECONDS);
            all.get(2).get(30, TimeUnit.SECONDS);
            assertThat(all.get(1))
                    .failsWithin(LONG)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(QueueStoreException.class)
                    .withMessageContaining("could not be kept among the dead letters of orders.book");
        }
    }
}
