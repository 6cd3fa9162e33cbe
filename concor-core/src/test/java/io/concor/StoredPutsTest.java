package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.fixture.StoredFlows;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is put into a store, and what is refused. */
@Timeout(60)
class StoredPutsTest extends StoredFlows {

    @Test
    void takesAnIdOnce() throws Exception {
        Flow<Integer, String> flow = flow(SINGLE);
        flow.accept(1, Delivery.id("one")).get(10, TimeUnit.SECONDS);
        flow.accept(2, Delivery.id("one")).get(10, TimeUnit.SECONDS);
        flow.accept(3, Delivery.id("other")).get(10, TimeUnit.SECONDS);
        awaitEffects(List.of("1", "3"));
    }

    @Test
    void putsInTheTransactionOfTheCaller() throws Throwable {
        Flow<Integer, String> flow = flow(SINGLE);
        Transaction first = store.transactions().begin();
        CompletableFuture<@Nullable Void> undone = flow.accept(1);
        assertThat(undone).isNotDone();
        first.rollback();
        assertThatThrownBy(undone::join).hasCauseInstanceOf(QueueStoreException.class);
        Transaction second = store.transactions().begin();
        CompletableFuture<@Nullable Void> done = flow.accept(2);
        assertThat(done).isNotDone();
        second.commit();
        done.get(10, TimeUnit.SECONDS);
        awaitEffects(List.of("2"));
    }

    @Test
    void refusesWhatCannotBePutInTheTransactionOfTheCaller() throws Throwable {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(JoinSettings.fixed(1))
                .map(number -> number, "memory")
                .join(SINGLE)
                .map(number -> number, "slot"));
        Transaction transaction = store.transactions().begin();
        assertThatThrownBy(flow.accept(1)::join)
                .hasCauseInstanceOf(QueueStoreException.class)
                .hasMessageContaining("'memory' has a join");
        transaction.rollback();
        assertThat(store.queue("flow.slot").waiting()).isEmpty();
    }

    @Test
    void refusesADurableSlotWithoutAStore() {
        FlowBuilder<Integer, Integer> builder =
                Flows.<Integer>create("flow").join(SINGLE).map(number -> number, "slot");
        assertThatThrownBy(builder::build)
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("no store for durable queues");
    }

    @Test
    void failsAnEventWhoseMessageCannotBeWritten() {
        Flow<Object, Object> flow = flows.start(
                Flows.<Object>create("flow").queues(store).join(SINGLE).map(message -> message, "slot"));
        assertThatThrownBy(flow.accept(new Thread())::join).hasMessageContaining("a thread cannot be written");
    }
}
