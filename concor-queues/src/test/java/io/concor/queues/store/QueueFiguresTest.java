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
import io.concor.queues.administration.QueueReport;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.measure.LocalFigures;
import io.concor.statistics.QueueFigures;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a store knows of its queues without a question to the database. */
@Timeout(120)
class QueueFiguresTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Ending.Failure FAILURE = new Ending.Failure("slot", new IllegalStateException("no"), false);

    private static QueueDefinition queue(int capacity) {
        return new QueueDefinition("flow", "slot", Order.ANY, capacity);
    }

    private static QueueReport report(JdbcQueueStore store) {
        return store.administration().report(store.administration().queues().get(0));
    }

    private static Ending end(StoredEvent event) {
        return switch (event.id()) {
            case "dead" -> new Ending.Dead(FAILURE);
            case "again" -> event.attempt() == 1 ? new Ending.Postponed(FAILURE, Duration.ZERO) : new Ending.Handled();
            default -> new Ending.Handled();
        };
    }

    @Test
    @Tag("full")
    void countsWhatThisProcessDoes() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.SQLITE)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(100));
            for (String id : new String[] {"plain", "dead", "again"}) {
                put(queue, event(id)).get(20, TimeUnit.SECONDS);
            }
            assertThat(queue.figures().put()).isEqualTo(3);
            assertThat(queue.figures().depth()).isEqualTo(3);
            assertThat(queue.figures().taken()).isZero();

            try (TestSlot slot = TestSlot.serve(store, queue, 1, QueueFiguresTest::end)) {
                await("all taken").atMost(LONG).until(() -> queue.figures().taken() == 3);
            }
            assertThat(queue.figures().retries()).isOne();
            assertThat(queue.figures().depth()).isZero();
            assertThat(queue.figures().oldestSeconds()).isZero();
            assertThat(queue.figures().writingNanos()).isPositive();
            assertThat(queue.figures().readingNanos()).isPositive();
            assertThat(queue.figures().failure()).isNull();
            await("counted dead letters")
                    .atMost(LONG)
                    .until(() -> queue.figures().dead() == 1);
        }
    }

    @Test
    void reportsRatesAndWhatIsInWork() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.SQLITE)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(100));
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            try (TestSlot slot = TestSlot.serve(store, queue, 1, event -> {
                begun.countDown();
                go.await();
                return new Ending.Handled();
            })) {
                put(queue, event("slow")).get(20, TimeUnit.SECONDS);
                begun.await();
                await("in work").atMost(LONG).until(() -> local(store).inWork() == 1);
                assertThat(local(store).putPerSecond()).isPositive();
                assertThat(local(store).takenPerSecond()).isZero();

                go.countDown();
                await("nothing in work").atMost(LONG).until(() -> local(store).inWork() == 0);
                assertThat(local(store).takenPerSecond()).isPositive();
            }
            queue.close();
            assertThat(report(store).local()).as("it is not open here").isNull();
        }
    }

    private static LocalFigures local(JdbcQueueStore store) {
        return java.util.Objects.requireNonNull(report(store).local());
    }

    @Test
    @Tag("full")
    void knowsWhatOtherProcessesPut() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.SQLITE)) {
            StoredQueue queue = tested.store().open(queue(100));
            StoredQueue other = tested.store().open(queue(100));
            for (int i = 0; i < 7; i++) {
                put(other, event("event-" + i)).get(20, TimeUnit.SECONDS);
            }

            await("counted").atMost(LONG).until(() -> queue.figures().depth() == 7);
            assertThat(queue.figures().put()).isZero();
            await("older").atMost(LONG).until(() -> queue.figures().oldestSeconds() > 0);
        }
    }

    @Test
    void knowsWhetherAPersonHasPausedIt() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.SQLITE)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(100));
            try (TestSlot slot = TestSlot.serve(store, queue, 1, QueueFiguresTest::end)) {
                put(queue, event("plain")).get(20, TimeUnit.SECONDS);
                await("handled").atMost(LONG).until(() -> queue.figures().taken() == 1);
                assertThat(queue.isPaused()).isFalse();

                pause(store, true);
                await("paused").atMost(LONG).until(queue::isPaused);
                pause(store, false);
                await("resumed").atMost(LONG).until(() -> !queue.isPaused());
            }
        }
    }

    private static void pause(JdbcQueueStore store, boolean paused) {
        store.administration().pause(store.administration().queues().get(0), paused);
    }

    @Test
    void aFullQueueIsNoSlowStore() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.SQLITE)) {
            StoredQueue queue = tested.store().open(queue(2));
            for (int i = 0; i < 5; i++) {
                put(queue, event("event-" + i));
            }

            await("waiting for room")
                    .atMost(LONG)
                    .until(queue::figures, figures -> figures.waitingForRoom() == 3 && figures.storing() == 0);
        }
    }

    @Test
    void countersGoOnWhenAQueueIsOpenedAgain() throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.SQLITE)) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(queue(100));
            put(queue, event("one")).get(20, TimeUnit.SECONDS);
            queue.close();

            QueueFigures again = store.open(queue(100)).figures();

            assertThat(again.put()).isOne();
            assertThat(again.depth()).isOne();
        }
    }
}
