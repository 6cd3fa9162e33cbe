package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.effect;
import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.OnPostgresAndH2;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.FailingDataSource.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds when calls of the database fail, or processes die. Effects are in a table without a unique key. */
@Timeout(300)
class StoreFaultsTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration SOON = Duration.ofMillis(10);
    private static final int CALLS = 60;

    private static QueueDefinition queue(Order order) {
        return new QueueDefinition("flow", "slot", order, 100_000);
    }

    /** Puts events, each again while it is refused, and returns those of which the outcome is not known. */
    private static Set<String> putAll(StoredQueue queue, int from, int count, int keys) {
        Map<String, CompletableFuture<Void>> puts = new ConcurrentHashMap<>();
        IntStream.range(from, from + count)
                .forEach(i ->
                        puts.put("event-" + i, put(queue, event("event-" + i, keys == 0 ? null : "key-" + i % keys))));
        Set<String> unknown = new HashSet<>();
        puts.forEach((id, put) -> {
            try {
                put.orTimeout(30, TimeUnit.SECONDS).join();
            } catch (CompletionException failed) {
                assertThat(failed.getCause()).isInstanceOf(QueueStoreException.class);
                assertThat(((QueueStoreException) failed.getCause()).outcomeUnknown())
                        .as("%s", failed.getCause())
                        .isTrue();
                unknown.add(id);
            }
        });
        return unknown;
    }

    private static void assertExactlyOnce(StoreUnderTest tested, int count, Set<String> unknown) {
        List<String> all = IntStream.range(0, count).mapToObj(i -> "event-" + i).toList();
        List<String> sure = all.stream().filter(id -> !unknown.contains(id)).toList();
        await("effects and an empty queue")
                .pollDelay(Duration.ZERO)
                .pollInterval(SOON)
                .atMost(LONG)
                .untilAsserted(() -> {
                    assertThat(tested.effects()).containsAll(sure);
                    assertThat(tested.count("concor_event") + tested.count("concor_delayed"))
                            .isZero();
                });
        try {
            assertThat(tested.effects()).doesNotHaveDuplicates().isSubsetOf(all);
        } catch (java.sql.SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /** The connection is lost at every call in turn, before or after it took place. */
    @ParameterizedTest
    @CsvSource({"H2,BEFORE", "H2,AFTER", "POSTGRESQL,AFTER"})
    void losesAndRepeatsNothingWhereverTheConnectionIsLost(StoreDatabase database, Fault fault) throws Exception {
        assertLosesAndRepeatsNothing(database, fault);
    }

    @Test
    @Tag("full")
    void losesAndRepeatsNothingWhereverTheConnectionIsLostBeforeACall() throws Exception {
        assertLosesAndRepeatsNothing(StoreDatabase.POSTGRESQL, Fault.BEFORE);
    }

    private static void assertLosesAndRepeatsNothing(StoreDatabase database, Fault fault) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FailingDataSource failing = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(failing);
            StoredQueue queue = store.open(queue(Order.ANY));
            Set<String> unknown = new HashSet<>();
            int count = 0;
            try (TestSlot slot = TestSlot.serve(store, queue, 2, event -> effect(store, event))) {
                for (int call = 1; call <= CALLS; call++) {
                    failing.failAt(call, fault);
                    do {
                        unknown.addAll(putAll(queue, count, 10, 0));
                        count += 10;
                    } while (failing.calls() < call);
                }
                assertExactlyOnce(tested, count, unknown);
            }
        }
    }

    /** Calls that are refused for good fail one put at most, and no event is lost. */
    @Test
    void goesOnAfterCallsWereRefused() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.H2)) {
            FailingDataSource failing = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(failing);
            StoredQueue queue = store.open(queue(Order.KEY));
            List<String> stored = new ArrayList<>();
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                for (int call = 1; call <= CALLS; call++) {
                    failing.failAt(call, Fault.REFUSED);
                    String id = "event-" + call;
                    CompletableFuture<Void> put = put(queue, event(id, "key-" + call % 3));
                    if (put.handle((nothing, failed) -> failed == null).get(20, TimeUnit.SECONDS)) {
                        stored.add(id);
                    }
                }
                await("all effects").atMost(LONG).untilAsserted(() -> assertThat(tested.effects())
                        .containsExactlyInAnyOrderElementsOf(stored));
                assertThat(stored).hasSizeGreaterThan(CALLS / 2);
            }
        }
    }

    @OnPostgresAndH2
    void goesOnByItselfWhenTheDatabaseWasAway(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FailingDataSource failing = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(failing);
            StoredQueue queue = store.open(queue(Order.ANY));
            try (TestSlot slot = TestSlot.serve(store, queue, 2, event -> effect(store, event))) {
                Set<String> unknown = new HashSet<>(putAll(queue, 0, 50, 0));
                failing.down(true);
                await("known to be down").atMost(LONG).until(() -> !store.state()
                        .up());
                assertThat(store.state().reason()).contains("the connection is lost");
                List<CompletableFuture<Void>> waiting = IntStream.range(50, 100)
                        .mapToObj(i -> put(queue, event("event-" + i)))
                        .toList();
                assertThat(waiting).noneMatch(CompletableFuture::isDone);
                failing.down(false);
                waiting.forEach(CompletableFuture::join);
                assertExactlyOnce(tested, 100, unknown);
                await("known to be up").atMost(LONG).until(() -> store.state().up());
            }
        }
    }

    /** Two processes, and one of them is killed again and again. */
    @ParameterizedTest
    @CsvSource({"POSTGRESQL,ANY", "POSTGRESQL,KEY", "H2,ONE"})
    void anotherProcessGoesOnWhenOneIsKilled(StoreDatabase database, Order order) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore steady = tested.store();
            StoredQueue queue = steady.open(queue(order));
            Set<String> unknown = new HashSet<>();
            int count = 0;
            try (TestSlot slot = TestSlot.serve(steady, queue, 1, event -> effect(steady, event))) {
                for (int kill = 0; kill < 4; kill++) {
                    JdbcQueueStore killed = tested.store();
                    StoredQueue same = killed.open(queue(order));
                    TestSlot doomed = TestSlot.serve(killed, same, 1, event -> effect(killed, event));
                    unknown.addAll(putAll(queue, count, 300, order == Order.KEY ? 20 : 0));
                    unknown.addAll(putAll(same, count + 300, 300, order == Order.KEY ? 20 : 0));
                    count += 600;
                    doomed.kill();
                    killed.vanish();
                }
                assertExactlyOnce(tested, count, unknown);
            }
        }
    }

    /** A process stops for longer than its lease while it has events, and goes on. */
    @OnPostgresAndH2
    void aProcessThatStoppedForLongerThanItsLeaseCommitsNothing(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FailingDataSource stopping = new FailingDataSource(tested.dataSource());
            JdbcQueueStore zombie = tested.store(stopping);
            StoredQueue queue = zombie.open(queue(Order.ONE));
            CompletableFuture<Void> inTask = new CompletableFuture<>();
            CompletableFuture<Void> goesOn = new CompletableFuture<>();
            Set<String> refused = ConcurrentHashMap.newKeySet();
            try (TestSlot slot = TestSlot.serve(zombie, queue, 1, event -> {
                Ending ending = effect(zombie, event);
                inTask.complete(null);
                goesOn.join();
                refused.add(event.id());
                return ending;
            })) {
                putAll(queue, 0, 5, 0);
                inTask.get(20, TimeUnit.SECONDS);
                stopping.pause(true);
                JdbcQueueStore other = tested.store();
                StoredQueue same = other.open(queue(Order.ONE));
                try (TestSlot heir = TestSlot.serve(other, same, 1, event -> effect(other, event))) {
                    assertExactlyOnce(tested, 5, Set.of());
                    stopping.pause(false);
                    goesOn.complete(null);
                    await("the task went on").atMost(LONG).until(() -> !refused.isEmpty());
                    putAll(same, 5, 20, 0);
                    assertExactlyOnce(tested, 25, Set.of());
                }
            }
        }
    }

    /** The next owner counts the attempt in which a process died, and hands the event out alone after a second one. */
    @Test
    void anAttemptIsCountedBeforeItRuns() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            for (int death = 1; death <= 5; death++) {
                JdbcQueueStore store = tested.store();
                StoredQueue queue = store.open(queue(Order.ANY));
                CompletableFuture<Integer> attempt = new CompletableFuture<>();
                CompletableFuture<Boolean> alone = new CompletableFuture<>();
                queue.deliver(event -> {
                    alone.complete(event.alone());
                    return attempt.complete(event.attempt());
                });
                if (death == 1) {
                    put(queue, event("poison")).join();
                }
                assertThat(attempt.get(20, TimeUnit.SECONDS)).isEqualTo(death);
                assertThat(alone.get(1, TimeUnit.SECONDS)).isEqualTo(death > 2);
                store.vanish();
            }
            JdbcQueueStore last = tested.store();
            StoredQueue queue = last.open(queue(Order.ANY));
            queue.deliver(event -> {
                throw new AssertionError("must not be handed out");
            });
            await("given up").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_dead"))
                    .isEqualTo(1));
            assertThat(tested.strings("select error_message from concor_dead").get(0))
                    .contains("5 processes");
        }
    }

    @Test
    void anEventIsTriedAsOftenAsItsSlotSaysAlsoIfProcessesDie() throws Exception {
        QueueDefinition definition = new QueueDefinition("flow", "slot", Order.ANY, 100_000, List.of(), 2);
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            for (int death = 1; death <= 2; death++) {
                JdbcQueueStore store = tested.store();
                StoredQueue queue = store.open(definition);
                CompletableFuture<Integer> attempt = new CompletableFuture<>();
                queue.deliver(event -> attempt.complete(event.attempt()));
                if (death == 1) {
                    put(queue, event("poison")).join();
                }
                assertThat(attempt.get(20, TimeUnit.SECONDS)).isEqualTo(death);
                store.vanish();
            }
            StoredQueue queue = tested.store().open(definition);
            queue.deliver(event -> {
                throw new AssertionError("must not be handed out");
            });
            await("given up").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_dead"))
                    .isEqualTo(1));
            assertThat(tested.strings("select error_message from concor_dead").get(0))
                    .contains("2 attempts with this event", "setting attempts, 2");
        }
    }

    /** Only processes that died count, not what a living one has given back, however often. */
    @Test
    void anEventThatIsGivenBackAgainAndAgainIsNotGivenUp() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore first = tested.store();
            StoredQueue died = first.open(queue(Order.KEY));
            CompletableFuture<Boolean> handedOut = new CompletableFuture<>();
            died.deliver(event -> handedOut.complete(true));
            put(died, event("innocent", "key")).join();
            handedOut.get(20, TimeUnit.SECONDS);
            first.vanish();
            StoredQueue queue = tested.store().open(queue(Order.KEY));
            BlockingQueue<StoredEvent> received = new LinkedBlockingQueue<>();
            queue.deliver(received::add);
            for (int i = 0; i < 10; i++) {
                StoredEvent event = received.poll(20, TimeUnit.SECONDS);
                assertThat(event).as("handed out after %s releases", i).isNotNull();
                assertThat(event.attempt()).isEqualTo(2);
                queue.release(event);
            }
            assertThat(tested.count("concor_dead")).isZero();
        }
    }

    /** An event that is put while its owner is elsewhere is handled there soon. */
    @OnPostgresAndH2
    void anotherProcessIsWokenByAPut(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore here = tested.store();
            StoredQueue puts = here.open(queue(Order.ANY));
            JdbcQueueStore there = tested.store();
            StoredQueue takes = there.open(queue(Order.ANY));
            try (TestSlot slot = TestSlot.serve(there, takes, 1, event -> effect(there, event))) {
                await("idle").atMost(LONG).until(takes::isEmpty);
                for (int i = 0; i < 20; i++) {
                    putAll(puts, i, 1, 0);
                    assertExactlyOnce(tested, i + 1, Set.of());
                }
            }
        }
    }

    @Test
    void anotherProcessTakesOverAtOnceAfterAnOrderlyStop() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore one = tested.store();
            StoredQueue first = one.open(queue(Order.ANY));
            TestSlot slot = TestSlot.serve(one, first, 1, event -> effect(one, event));
            putAll(first, 0, 50, 0);
            slot.close();
            one.close();
            assertThat(tested.count("concor_instance")).isZero();
            assertThat(tested.strings("select owner from concor_lane where owner is not null"))
                    .isEmpty();
            JdbcQueueStore two = tested.store();
            StoredQueue second = two.open(queue(Order.ANY));
            try (TestSlot heir = TestSlot.serve(two, second, 1, event -> effect(two, event))) {
                putAll(second, 50, 50, 0);
                assertExactlyOnce(tested, 100, Set.of());
            }
        }
    }
}
