package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.effect;
import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.FailingDataSource.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** A store under conditions that are no faults of single calls. */
@Timeout(120)
class StoreConditionsTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final QueueDefinition ANY = new QueueDefinition("flow", "slot", Order.ANY, 100_000);

    /** As with a pooler that gives a connection to others after each transaction. */
    @Test
    void pollsWhereNotificationsAreRefusedAndSaysSoOnce() throws Exception {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(DatabaseHealth.class);
        logged.start();
        logger.addAppender(logged);
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            FailingDataSource pooler = new FailingDataSource(tested.dataSource());
            pooler.refuse("listen");
            StoredQueue puts = tested.store().open(ANY);
            JdbcQueueStore there = tested.store(pooler);
            try (TestSlot slot = TestSlot.serve(there, there.open(ANY), 1, event -> effect(there, event))) {
                for (int i = 1; i <= 10; i++) {
                    put(puts, event("event-" + i)).get(20, TimeUnit.SECONDS);
                    int expected = i;
                    await("event").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                            .hasSize(expected));
                }
                assertThat(there.state().up()).isTrue();
            }
            assertThat(logged.list)
                    .filteredOn(event -> event.getLevel() == Level.WARN)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .singleElement()
                    .asString()
                    .contains("notifications of other processes do not come, so it polls", "mode of the pooler");
        } finally {
            logger.detachAppender(logged);
        }
    }

    /** No thread of the store ends with an error, whichever call finds no memory. What a commit did then is not known. */
    @Test
    void goesOnAfterCallsFoundNoMemory() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.H2)) {
            FailingDataSource failing = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(failing);
            StoredQueue queue = store.open(ANY);
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                List<String> stored = new ArrayList<>();
                int count = 0;
                for (int call = 1; call <= 40; call++) {
                    failing.failAt(call, Fault.OUT_OF_MEMORY);
                    do {
                        String id = "event-" + ++count;
                        if (isStored(put(queue, event(id)))) {
                            stored.add(id);
                        }
                    } while (failing.calls() < call);
                }
                assertThat(stored).hasSizeGreaterThan(count / 2);
                await("effects").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactlyInAnyOrderElementsOf(stored));
                await("work again").atMost(LONG).until(() -> store.state().up());
            }
        }
    }

    private static boolean isStored(CompletableFuture<Void> put) throws Exception {
        try {
            put.get(20, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException failed) {
            assertThat(failed.getCause())
                    .isInstanceOfSatisfying(QueueStoreException.class, refused -> assertThat(refused.outcomeUnknown())
                            .isTrue());
            return false;
        }
    }

    /** What the database refuses fails alone, though it was written together with others. */
    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "MARIADB"})
    void oneOfManyPutsThatIsRefusedFailsAlone(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(ANY);
            tested.execute("alter table concor_event add constraint no_bad check (event_id <> 'bad')");
            List<CompletableFuture<Void>> puts = IntStream.range(0, 512)
                    .mapToObj(i -> put(queue, event(i == 300 ? "bad" : "event-" + i)))
                    .toList();

            assertThatThrownBy(() -> puts.get(300).get(20, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContaining("bad");
            for (int i = 0; i < puts.size(); i++) {
                if (i != 300) {
                    puts.get(i).get(20, TimeUnit.SECONDS);
                }
            }
            assertThat(tested.count("concor_event")).isEqualTo(511);
        }
    }

    /** Each queue has its turn, however many events of another one wait. */
    @Test
    void aQueueWithABacklogDoesNotKeepOthersWaiting() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore store = tested.store();
            StoredQueue full = store.open(ANY);
            StoredQueue other = store.open(new QueueDefinition("flow", "other", Order.ANY, 100));
            CompletableFuture<Void> goesOn = new CompletableFuture<>();
            try (TestSlot blocked = TestSlot.serve(store, full, 2, event -> {
                        goesOn.join();
                        return effect(store, event);
                    });
                    TestSlot free = TestSlot.serve(store, other, 1, event -> effect(store, event))) {
                List<CompletableFuture<Void>> puts = IntStream.range(0, 5000)
                        .mapToObj(i -> put(full, event("event-" + i)))
                        .toList();
                for (CompletableFuture<Void> each : puts) {
                    each.get(60, TimeUnit.SECONDS);
                }
                put(other, event("other")).get(20, TimeUnit.SECONDS);

                await("the other queue").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactly("other"));
                goesOn.complete(null);
                await("all").atMost(LONG).until(() -> tested.count("effects") == 5001);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ANY", "KEY"})
    void aStopDoesNotWaitForAnEventThatIsPostponedForAnHour(Order order) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(new QueueDefinition("flow", "slot", order, 100));
            Ending.Failure failure = new Ending.Failure("slot", new IllegalStateException("no"), order == Order.KEY);
            TestSlot slot =
                    TestSlot.serve(store, queue, 1, event -> new Ending.Postponed(failure, Duration.ofHours(1)));
            put(queue, event("late", "key")).get(20, TimeUnit.SECONDS);
            String failed = "select (select count(*) from concor_delayed where failures = 1)"
                    + " + (select count(*) from concor_event where failures = 1)";
            await("postponed").atMost(LONG).untilAsserted(() -> assertThat(tested.strings(failed))
                    .containsExactly("1"));

            slot.close();
            store.close();

            assertThat(tested.count("concor_instance")).as("an orderly end").isZero();
            assertThat(tested.strings(failed)).as("waits for another process").containsExactly("1");
        }
    }

    /** The writer has taken ends to write, and then fails to find out whether a full queue has room. */
    @Test
    void endsAreKeptWhileTheDatabaseIsAwayAndAQueueIsFull() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            FailingDataSource failing = new FailingDataSource(tested.dataSource());
            StoredQueue queue = tested.store(failing).open(new QueueDefinition("flow", "slot", Order.ANY, 2));
            List<StoredEvent> received = new CopyOnWriteArrayList<>();
            queue.deliver(received::add);
            List<CompletableFuture<Void>> puts = IntStream.range(0, 4)
                    .mapToObj(i -> put(queue, event("event-" + i)))
                    .toList();
            puts.get(1).get(20, TimeUnit.SECONDS);
            await("two of four").atMost(LONG).until(() -> received.size() == 2);
            failing.failOn("select count(*)");
            await("the writer pauses for longer than between two looks")
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(LONG)
                    .until(() -> failing.failures() >= 6);
            received.forEach(event -> queue.endLater(event, new Ending.Handled()));
            int failures = failing.failures();
            await("and has looked again").atMost(LONG).until(() -> failing.failures() > failures);
            failing.failOn(null);

            await("the others").atMost(LONG).until(() -> received.size() == 4);
            received.subList(2, 4).forEach(event -> queue.endLater(event, new Ending.Handled()));
            await("all ended").atMost(LONG).until(() -> tested.count("concor_event") == 0);
            assertThat(received)
                    .extracting(StoredEvent::id)
                    .containsExactly("event-0", "event-1", "event-2", "event-3");
        }
    }

    /** Well before the reader looks for what it was not told. */
    @Test
    void aDelayedEventIsHandedOutThoughTheStatementAfterItsMoveFails() throws Exception {
        String after = "select due_at from concor_delayed";
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            FailingDataSource failing = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(failing);
            StoredQueue queue = store.open(ANY);
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                put(queue, event("first")).get(20, TimeUnit.SECONDS);
                await("first").atMost(LONG).until(() -> tested.count("effects") == 1);
                failing.forgetStatements();
                put(queue, new NewEvent("late", false, "message", null, Duration.ofSeconds(2), Map.of()))
                        .get(20, TimeUnit.SECONDS);
                await("its time is known").atMost(LONG).until(() -> !failing.statements(after)
                        .isEmpty());
                failing.failOn(after);
                await("it fails").atMost(LONG).until(() -> failing.failures() > 0);
                failing.failOn(null);

                await("late").atMost(Duration.ofSeconds(20)).until(() -> tested.count("effects") == 2);
            }
        }
    }
}
