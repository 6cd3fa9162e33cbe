package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.OnPostgresAndH2;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;

/** Flows over real databases: how events are handed on to a full slot, and end when their end cannot be written. */
@Timeout(120)
class HandOverTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int CAPACITY = 16;
    private static final int EVENTS = 200;
    private static final JoinSettings DURABLE = JoinSettings.single().queue(QueueKind.DURABLE);

    /** What is known here of a full queue would stay as it is: only another process takes from it, which has all its lanes. */
    @OnPostgresAndH2
    void aSlotGoesOnWhenAnotherProcessMakesRoomInTheNext(StoreDatabase database) throws Exception {
        AtomicInteger elsewhere = new AtomicInteger();
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore there = tested.store();
            StoredQueue next = there.open(new QueueDefinition("flow", "next", Order.ONE, CAPACITY));
            try (TestSlot other = TestSlot.serve(there, next, 1, event -> {
                elsewhere.incrementAndGet();
                return new Ending.Handled();
            })) {
                put(next, event("first")).get(20, TimeUnit.SECONDS);
                await("the other process has all lanes").atMost(LONG).until(() -> elsewhere.get() == 1);
                try (Flow<String, String> flow = flow(tested.store())) {
                    for (int i = 0; i < EVENTS; i++) {
                        flow.accept("event " + i).get(20, TimeUnit.SECONDS);
                    }
                    await().atMost(LONG).until(() -> elsewhere.get() == 1 + EVENTS);
                }
            }
        }
    }

    private static Flow<String, String> flow(JdbcQueueStore store) {
        return Flows.<String>create("flow")
                .queues(store)
                .join(DURABLE)
                .map(text -> text, "first")
                .join(DURABLE.capacity(CAPACITY))
                .map(text -> text, "next")
                .build();
    }

    /** The health says so, the caller does not know it yet, and the task does not run again and again. */
    @OnPostgresAndH2
    void anEventWhoseDeadLetterCannotBeWrittenWaitsForThat(StoreDatabase database) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            try (Flow<String, Object> flow = Flows.<String>create("flow")
                    .queues(store)
                    .join(DURABLE)
                    .map(
                            text -> {
                                runs.incrementAndGet();
                                throw new IllegalStateException("bad: " + text);
                            },
                            "slot")
                    .build()) {
                tested.execute("alter table concor_dead add constraint broken check (attempts < 0)");
                CompletableFuture<Object> result = flow.submit("event");
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(store.state().reason()).contains("end the event"));
                assertThat(result).isNotDone();
                tested.execute("alter table concor_dead drop constraint broken");
                assertThatThrownBy(() -> result.get(30, TimeUnit.SECONDS)).hasMessageContaining("bad: event");
                await().atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_dead"))
                        .isEqualTo(1));
                await().atMost(LONG).until(() -> store.state().up());
                assertThat(runs).hasValue(1);
            }
        }
    }
}
