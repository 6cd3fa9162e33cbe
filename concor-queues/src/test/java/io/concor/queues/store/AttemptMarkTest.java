package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.effect;
import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.row.QueueRow;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The mark of attempts runs ahead of the events that come one by one, and says what was begun when that matters. */
@Timeout(120)
class AttemptMarkTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String MARK = "update concor_lane set attempted_to";
    private static final String READ = "bytes_before";

    private static QueueDefinition queue(Order order) {
        return new QueueDefinition("flow", "slot", order, 100_000);
    }

    private static void handleOne(StoreUnderTest tested, StoredQueue queue, String id) throws Exception {
        int before = tested.effects().size();
        put(queue, event(id, "key of " + id)).get(20, TimeUnit.SECONDS);
        soon("the effect of " + id)
                .untilAsserted(() -> assertThat(tested.effects()).hasSize(before + 1));
        soon("idle").until(queue::isEmpty);
    }

    private static ConditionFactory soon(String what) {
        return await(what).atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
    }

    @ParameterizedTest
    @CsvSource({"POSTGRESQL,ANY", "POSTGRESQL,KEY", "H2,ONE"})
    void eventsThatComeOneByOneNeedNoCommitOfTheirOwnForTheMark(StoreDatabase database, Order order) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FailingDataSource counted = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = tested.store(counted);
            StoredQueue queue = store.open(queue(order));
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                handleOne(tested, queue, "first");
                counted.forgetStatements();
                for (int i = 0; i < 40; i++) {
                    handleOne(tested, queue, "event-" + i);
                }
                assertThat(counted.statements(MARK)).hasSizeLessThan(10);
            }
        }
    }

    /** If all others were read, the reader has what is in the row, and the row is the last. */
    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "SQLITE", "H2"})
    void anEventWithoutOrderThatIsPutHereIsNotReadAgain(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FailingDataSource counted = new FailingDataSource(tested.dataSource());
            JdbcQueueStore store = database == StoreDatabase.SQLITE ? tested.store() : tested.store(counted);
            StoredQueue queue = store.open(queue(Order.ANY));
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> {
                assertThat(event.put().toEpochMilli()).isCloseTo(System.currentTimeMillis(), within());
                assertThat(event.message()).isEqualTo("message of " + event.id());
                return effect(store, event);
            })) {
                handleOne(tested, queue, "first");
                counted.forgetStatements();
                for (int i = 0; i < 20; i++) {
                    handleOne(tested, queue, "event-" + i);
                }
                assertThat(counted.statements(READ)).hasSizeLessThan(10);
                assertThat(tested.effects()).hasSize(21).doesNotHaveDuplicates();
            }
        }
    }

    private static org.assertj.core.data.Offset<Long> within() {
        return org.assertj.core.api.Assertions.within(10_000L);
    }

    /** The process dies in the second event, which needed no mark of its own. */
    @ParameterizedTest
    @EnumSource(Order.class)
    @Tag("full")
    void anAttemptBelowTheMarkIsCountedIfItsProcessDies(Order order) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(order));
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                handleOne(tested, queue, "first");
            }
            BlockingQueue<StoredEvent> received = new LinkedBlockingQueue<>();
            queue.deliver(received::add);
            put(queue, event("second", "key of first")).get(20, TimeUnit.SECONDS);
            StoredEvent second = received.poll(20, TimeUnit.SECONDS);
            assertThat(second).isNotNull();
            queue.endLater(second, new io.concor.queue.Ending.Handled());
            await("ended").atMost(LONG).until(queue::isEmpty);
            put(queue, event("third", "key of first")).get(20, TimeUnit.SECONDS);
            StoredEvent third = received.poll(20, TimeUnit.SECONDS);
            assertThat(third).isNotNull();
            assertThat(third.attempt()).isEqualTo(1);
            assertThat(third.alone()).isFalse();
            store.changed();
            store.vanish();
            StoredQueue next = tested.store().open(queue(order));
            next.deliver(received::add);
            StoredEvent again = received.poll(20, TimeUnit.SECONDS);
            assertThat(again).isNotNull();
            assertThat(again.id()).isEqualTo("third");
            assertThat(again.attempt()).isEqualTo(2);
            assertThat(again.alone()).isFalse();
        }
    }

    @Test
    void whatWaitsBelowTheMarkIsPurged() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            QueueAdministration administration = store.administration();
            QueueRow row = administration.queues().get(0);
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> effect(store, event))) {
                handleOne(tested, queue, "first");
                administration.pause(row, true);
                for (int i = 0; i < 10; i++) {
                    put(queue, event("event-" + i)).get(20, TimeUnit.SECONDS);
                }
                assertThat(administration.purge(row)).isEqualTo(10);
                administration.pause(row, false);
                handleOne(tested, queue, "last");
            }
            assertThat(tested.effects()).containsExactly("first", "last");
        }
    }

    /** It waits for nothing, and nothing that is in work is removed. */
    @Test
    void aPurgeLeavesWhatIsInWork() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(Order.ANY));
            QueueAdministration administration = store.administration();
            BlockingQueue<StoredEvent> received = new LinkedBlockingQueue<>();
            queue.deliver(received::add);
            put(queue, event("in work")).get(20, TimeUnit.SECONDS);
            assertThat(received.poll(20, TimeUnit.SECONDS)).isNotNull();
            assertThat(administration.purge(administration.queues().get(0))).isZero();
            assertThat(tested.count("concor_event")).isEqualTo(1);
        }
    }
}
