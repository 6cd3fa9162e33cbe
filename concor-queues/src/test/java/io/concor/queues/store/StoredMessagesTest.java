package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.MessageType;
import io.concor.queues.UnwritableMessageException;
import io.concor.queues.codec.VersionedMessageFormat;
import io.concor.queues.jdbc.StoreDatabase;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.core.type.TypeReference;

/** Messages of declared types through a database. */
@Timeout(60)
class StoredMessagesTest {

    @MessageType("purchase")
    record Purchase(String id, BigDecimal amount) {}

    private static final QueueDefinition QUEUE = new QueueDefinition(
            "flow", "slot", Order.ONE, 100, List.of(new TypeReference<List<Purchase>>() {}.getType(), Purchase.class));

    @Test
    void anotherProcessReadsWhatItsComponentsDeclare() throws Exception {
        Purchase purchase = new Purchase("\0\uD83D\uDE00", new BigDecimal("1.10"));
        try (StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.H2)) {
            JdbcQueueStore first = store(tested);
            StoredQueue queue = first.open(QUEUE);
            put(queue, event("1", purchase)).get(20, TimeUnit.SECONDS);
            put(queue, event("2", List.of(purchase))).get(20, TimeUnit.SECONDS);
            assertThatThrownBy(() -> queue.prepare(event("3", new StringBuilder("other"))))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContaining("of queue 'flow.slot' of type java.lang.StringBuilder")
                    .hasCauseInstanceOf(UnwritableMessageException.class);
            first.vanish();

            JdbcQueueStore second = store(tested);
            Queue<Object> read = new ConcurrentLinkedQueue<>();
            try (TestSlot slot = TestSlot.serve(second, second.open(QUEUE), 1, event -> {
                read.add(String.valueOf(event.message()));
                return new Ending.Handled();
            })) {
                Awaitility.await("both messages").atMost(Duration.ofSeconds(30)).until(() -> read.size() >= 2);
            }
            assertThat(read)
                    .containsExactly(purchase.toString(), List.of(purchase).toString());
        }
    }

    private static JdbcQueueStore store(StoreUnderTest tested) {
        return tested.add(JdbcQueueStore.of(
                        tested.dataSource(),
                        VersionedMessageFormat.with(new JsonMessageCodec()).build())
                .member(StoreUnderTest.MEMBER)
                .build());
    }

    private static NewEvent event(String id, Object message) {
        return new NewEvent(id, false, message, null, Duration.ZERO, Map.of());
    }
}
