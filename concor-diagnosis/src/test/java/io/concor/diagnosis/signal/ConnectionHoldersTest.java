package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Transaction;
import io.concor.diagnosis.signal.ConnectionPools.PoolReading;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What may hold a connection, of flows with and without a transaction scope. */
@Timeout(60)
class ConnectionHoldersTest {

    private final Manager manager = new Manager();
    private final CountDownLatch end = new CountDownLatch(1);
    private SignalReader signals =
            new SignalReader(ReadingClock.SYSTEM, manager, ConnectionPools.NONE, new OwnThreads());

    /** A transaction without resources. */
    private static final class NoResources implements Transaction {

        @Override
        public void detach() {}

        @Override
        public void attach() {}

        @Override
        public void commit() {}

        @Override
        public void rollback() {}
    }

    private Integer awaitEnd(Integer message) {
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return message;
    }

    private FlowBuilder<Integer, Integer> orders(String name) {
        return Flows.<Integer>create(name)
                .join(JoinSettings.fixed(2))
                .<Integer>map(message -> message, "booking")
                .join(JoinSettings.single())
                .<Integer>map(this::awaitEnd, "stock");
    }

    /** Sends five events, of which one is handled and four wait at {@code stock}. */
    private void start(FlowBuilder<Integer, Integer> builder) {
        Flow<Integer, Integer> flow = builder.build();
        manager.register(flow);
        for (int i = 0; i < 5; i++) {
            flow.tryApply(i);
        }
        await("the events at 'stock'")
                .until(() ->
                        manager.flow(flow.name()).levels().components().get(1).queue() == 4);
    }

    @AfterEach
    void stop() {
        end.countDown();
        manager.names().forEach(name -> manager.flow(name).stop(Duration.ofSeconds(10)));
    }

    private ConnectionHolders holders(String flow) {
        signals.sample();
        signals.endSecond(); // the flow may be new
        signals.sample();
        List<Observation> recent = signals.endSecond().get(flow);
        return recent.get(recent.size() - 1).host().holders();
    }

    @Test
    void eventsThatWaitWithinATransactionOfAnyFlowMayHoldAConnection() {
        start(orders("orders").transaction("booking", "stock", NoResources::new));
        start(orders("plain"));

        assertThat(holders("plain").transactions()).isEqualTo(4);
    }

    @Test
    void eventsThatWaitForTheBeginOfTheirTransactionHoldNone() {
        start(orders("orders").transaction("stock", "stock", NoResources::new));

        assertThat(holders("orders").transactions()).isZero();
    }

    @Test
    void threadsWithAnEventMayHoldAConnection() {
        start(orders("plain"));

        assertThat(holders("plain").threads()).isBetween(0.5, 1.0);
    }

    @Test
    void threadsOutsideOfFlowsAreLookedForOnlyIfThereMustBeOthers() {
        Thread request = new Thread(() -> {});
        StackTraceElement[] stack = {new StackTraceElement(getClass().getName(), "service", null, -1)};
        Supplier<Map<Thread, StackTraceElement[]>> stacks = () -> Map.of(request, stack);
        start(orders("plain"));

        signals = new SignalReader(ReadingClock.SYSTEM, manager, () -> List.of(pool(3, 1)), new OwnThreads(), stacks);
        assertThat(holders("plain").threads()).as("of three connections").isBetween(1.5, 2.0);

        signals =
                new SignalReader(ReadingClock.SYSTEM, manager, () -> List.of(pool(3, null)), new OwnThreads(), stacks);
        assertThat(holders("plain").threads())
                .as("of a pool that does not count what waits")
                .isBetween(1.5, 2.0);

        signals =
                new SignalReader(ReadingClock.SYSTEM, manager, () -> List.of(pool(2, null)), new OwnThreads(), stacks);
        assertThat(holders("plain").threads()).as("one is free").isBetween(0.5, 1.0);

        signals = new SignalReader(ReadingClock.SYSTEM, manager, () -> List.of(pool(3, 0)), new OwnThreads(), stacks);
        assertThat(holders("plain").threads()).as("nothing waits").isBetween(0.5, 1.0);
    }

    @Test
    void tasksMayUseAConnectionUnlessThePoolsKnowBetter() {
        start(orders("plain"));
        assertThat(mayConnect(() -> List.of(pool(3, 1)))).isTrue();
        assertThat(mayConnect(new ConnectionPools() {
                    @Override
                    public List<PoolReading> read() {
                        return List.of(pool(3, 1));
                    }

                    @Override
                    public boolean mayConnect(@Nullable String bean) {
                        return false;
                    }
                }))
                .isFalse();
    }

    private boolean mayConnect(ConnectionPools pools) {
        signals = new SignalReader(ReadingClock.SYSTEM, manager, pools, new OwnThreads());
        signals.sample();
        return signals.endSecond().get("plain").get(0).flow().components().stream()
                .allMatch(ComponentWindow::mayConnect);
    }

    private static PoolReading pool(int active, @Nullable Integer pending) {
        return new PoolReading("shop", null, "connections", null, 3, active, pending);
    }
}
