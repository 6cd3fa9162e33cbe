package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedQueue;
import io.concor.fixture.SimulatedQueue.HandOut;
import io.concor.fixture.TwoStoreFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeRequest;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes whose slot has another store put events there. If this one put its share of them into its own store, another one could
 * bring them back, and so on.
 */
@Timeout(60)
class OtherStoreTest extends TwoStoreFlows {

    private static final int EVENTS = 500;
    private static final PutReceipt NONE = new PutReceipt() {
        @Override
        public void stored() {}

        @Override
        public void failed(QueueStoreException cause) {}
    };

    private final AtomicInteger inTransactionsOfTheBroker = new AtomicInteger();

    @Override
    protected void begin(Integer number) {
        if (broker.isInTransaction()) {
            inTransactionsOfTheBroker.incrementAndGet();
        }
    }

    private void othersPut(SimulatedQueue queue, JoinSettings join) {
        for (int i = 0; i < EVENTS; i++) {
            String key = join.keepsOrderByKey() ? String.valueOf(i % 10) : null;
            queue.put(new NewEvent("event-" + i, false, i, key, Duration.ZERO, Map.of()), NONE);
        }
        await().until(() -> ran.size() >= EVENTS && queue.isQuiet());
        assertThat(ran).hasSize(EVENTS).doesNotHaveDuplicates();
        assertOrder(join);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void isHandledInItsTransactionsAndInOrderWhenTheSlotHasLeftIt(JoinSettings join) {
        flow(join.queue(QueueKind.REMOTE));
        flows.manager().change(moveTo(QueueKind.DURABLE, join));
        othersPut(broker.queue("flow.slot"), join);
        assertThat(inTransactionsOfTheBroker).hasValue(EVENTS);
        assertThat(database.queue("flow.slot").mostWaiting()).isZero();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void isHandledInItsTransactionsAndInOrderWhenAChangeToItWasRefused(JoinSettings join) throws Exception {
        Flow<Integer, Integer> flow = flow(join.queue(QueueKind.DURABLE));
        database.queue("flow.slot").handOut(HandOut.LATER);
        RunningFlows.get(flow.accept(-1));
        ChangeRequest change = moveTo(QueueKind.REMOTE, join).timeLimit(Duration.ofMillis(100));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> flows.manager().change(change)).isInstanceOf(ChangeNotPossibleException.class);
        }
        othersPut(broker.queue("flow.slot"), join);
        assertThat(inTransactionsOfTheBroker).hasValue(EVENTS);
        assertThat(database.queue("flow.slot").mostWaiting()).isEqualTo(1);
    }

    /** What others put is there when the flow starts. */
    @ParameterizedTest
    @MethodSource("pools")
    void isHandledInItsTransactionsAndInOrderFromTheStart(JoinSettings join) {
        SimulatedQueue other = (SimulatedQueue) broker.open(new QueueDefinition("flow", "slot", Order.ANY, 1_000));
        other.put(new NewEvent("first", false, -1, "any", Duration.ZERO, Map.of()), NONE);
        await().until(() -> other.depth() == 1);
        flow(join.queue(QueueKind.DURABLE));
        await().until(() -> ran.remove(-1));
        othersPut(other, join);
        assertThat(inTransactionsOfTheBroker).hasValue(EVENTS + 1);
        assertThat(database.queue("flow.slot").mostWaiting()).isZero();
    }

    /** It is brought already when the slot gets a store. */
    @ParameterizedTest
    @MethodSource("pools")
    void isHandledWhereItIsThoughTheSlotHadNoStoreAtFirst(JoinSettings join) {
        SimulatedQueue other = (SimulatedQueue) broker.open(new QueueDefinition("flow", "slot", Order.ANY, 1_000));
        other.put(new NewEvent("first", false, -1, "any", Duration.ZERO, Map.of()), NONE);
        await().until(() -> other.depth() == 1);
        flow(join);
        await().until(() -> ran.remove(-1));
        flows.manager().change(moveTo(QueueKind.DURABLE, join));
        othersPut(other, join);
        assertThat(database.queue("flow.slot").mostWaiting()).isZero();
    }

    /** A slot in memory, or with this store, takes the place of one with the other store, and back. */
    @ParameterizedTest
    @MethodSource("pools")
    void isHandledOnceHoweverOftenTheSlotMoves(JoinSettings join) throws Exception {
        flow(join.queue(QueueKind.REMOTE));
        for (QueueKind next : List.of(QueueKind.DURABLE, QueueKind.MEMORY, QueueKind.REMOTE, QueueKind.DURABLE)) {
            ran.clear();
            flows.manager().change(moveTo(next, join));
            othersPut(broker.queue("flow.slot"), join);
            ran.clear();
            othersPut(database.queue("flow.slot"), join);
        }
    }
}
