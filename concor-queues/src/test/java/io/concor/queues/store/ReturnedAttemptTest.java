package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.StoreDatabase;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An attempt is counted before it runs; one that does not begin is none. */
@Timeout(120)
class ReturnedAttemptTest {

    private static void diesWith(StoreUnderTest tested, QueueDefinition definition, int deaths) throws Exception {
        for (int death = 1; death <= deaths; death++) {
            JdbcQueueStore store = tested.store();
            StoredQueue queue = store.open(definition);
            CompletableFuture<StoredEvent> handedOut = new CompletableFuture<>();
            queue.deliver(handedOut::complete);
            if (death == 1) {
                put(queue, event("innocent", "key")).join();
            }
            handedOut.get(20, TimeUnit.SECONDS);
            store.vanish();
        }
    }

    /** What a living process gives back is not the last attempt, neither where the slot limits those nor where deaths do. */
    @ParameterizedTest
    @CsvSource({"2, 1", ", 4"})
    @Tag("full")
    void anEventThatIsGivenBackHasItsLastAttemptNevertheless(@Nullable Integer attempts, int deaths) throws Exception {
        QueueDefinition definition = new QueueDefinition("flow", "slot", Order.KEY, 100_000, List.of(), attempts);
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL)) {
            diesWith(tested, definition, deaths);
            StoredQueue queue = tested.store().open(definition);
            BlockingQueue<StoredEvent> received = new LinkedBlockingQueue<>();
            queue.deliver(received::add);
            for (int i = 0; i < 3; i++) {
                StoredEvent event = received.poll(20, TimeUnit.SECONDS);
                assertThat(event).as("handed out after %s releases", i).isNotNull();
                assertThat(event.attempt()).isEqualTo(deaths + 1);
                queue.release(event);
            }
            assertThat(tested.count("concor_dead")).isZero();
        }
    }

    /** The attempt was counted before the event was handed out, and did not begin. */
    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "SQLITE", "MARIADB"})
    void anEventThatAnOrderlyStopLeavesHasItsLastAttemptInTheNextProcess(StoreDatabase database) throws Exception {
        QueueDefinition definition = new QueueDefinition("flow", "slot", Order.KEY, 100_000, List.of(), 2);
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            diesWith(tested, definition, 1);
            for (int i = 0; i < 3; i++) {
                JdbcQueueStore store = tested.store();
                StoredQueue queue = store.open(definition);
                BlockingQueue<StoredEvent> received = new LinkedBlockingQueue<>();
                queue.deliver(received::add);
                StoredEvent event = received.poll(20, TimeUnit.SECONDS);
                assertThat(event).as("handed out after %s stops", i).isNotNull();
                assertThat(event.attempt()).isEqualTo(2);
                queue.stopDelivering();
                queue.release(event);
                store.close();
                assertThat(tested.strings("select attempts from concor_event")).containsExactly("1");
            }
        }
    }
}
