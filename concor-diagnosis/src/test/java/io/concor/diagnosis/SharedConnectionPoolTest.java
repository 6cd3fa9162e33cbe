package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Transaction;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two flows of one application: the events of one wait within their transactions, which hold all connections of the pool;
 * the other one needs no connection. Nothing leaks.
 */
@Timeout(180)
@Tag("full")
class SharedConnectionPoolTest {

    private static final int CONNECTIONS = 10;

    private final Pool pool = new Pool();
    private final Manager manager = new Manager();
    private final Map<String, List<Verdict>> verdicts = new ConcurrentHashMap<>();
    private final List<Thread> senders = new CopyOnWriteArrayList<>();
    private final Diagnosis diagnosis = Diagnosis.start(manager, pool, name -> Goal.NONE);
    private volatile boolean sending = true;

    /** A pool whose transactions take a connection each and return it at their end. */
    private static final class Pool implements ConnectionPools {

        private final Semaphore connections = new Semaphore(CONNECTIONS);

        Transaction getConnection() throws InterruptedException {
            connections.acquire();
            return new Connected(connections);
        }

        @Override
        public List<PoolReading> read() {
            int active = CONNECTIONS - connections.availablePermits();
            return List.of(
                    new PoolReading("pool", null, "pool", null, CONNECTIONS, active, connections.getQueueLength()));
        }
    }

    private record Connected(Semaphore connections) implements Transaction {

        @Override
        public void detach() {}

        @Override
        public void attach() {}

        @Override
        public void commit() {
            connections.release();
        }

        @Override
        public void rollback() {
            connections.release();
        }
    }

    private void start(FlowBuilder<Integer, Integer> builder) {
        Flow<Integer, Integer> flow = builder.build();
        manager.register(flow);
        Thread sender = new Thread(() -> send(flow), "sender");
        senders.add(sender);
        sender.start();
    }

    private void send(Flow<Integer, Integer> flow) {
        while (sending) {
            if (!flow.tryApply(1)) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        sending = false;
        for (Thread sender : senders) {
            sender.join();
        }
        diagnosis.close();
        manager.names().forEach(name -> manager.flow(name).stop(Duration.ofSeconds(10)));
    }

    private List<Verdict> verdicts(String flow) {
        return verdicts.getOrDefault(flow, List.of());
    }

    @Test
    void namesNoLeakAndForAFlowThatDoesNotUseThePoolOnlyItsThreads() {
        diagnosis.follow((flow, situation, verdict, provisional) -> verdicts.computeIfAbsent(
                        flow, name -> new CopyOnWriteArrayList<>())
                .add(verdict));
        start(Flows.<Integer>create("orders")
                .maxInFlight(40)
                .join(JoinSettings.fixed(8))
                .<Integer>mapSynchronizedRemote(order -> order, "booking")
                .join(JoinSettings.fixed(2))
                .<Integer>mapSynchronizedRemote(order -> OverloadedFlow.sleep(order, 20_000), "stock")
                .transaction("booking", "stock", pool::getConnection));
        start(Flows.<Integer>create("quotes")
                .maxInFlight(40)
                .join(JoinSettings.fixed(2))
                .<Integer>mapSynchronizedRemote(quote -> OverloadedFlow.sleep(quote, 50_000), "pricer"));

        await("twelve verdicts, and the cause alone")
                .atMost(Duration.ofSeconds(150))
                .until(() -> verdicts("quotes").size() >= 12
                        && verdicts("quotes").stream().anyMatch(SharedConnectionPoolTest::blamesOnlyTheThreads));

        assertThat(verdicts.values()).allSatisfy(all -> assertThat(all)
                .allSatisfy(verdict -> assertThat(causes(verdict)).doesNotContain(Cause.CONNECTION_LEAK)));
        assertThat(verdicts("orders")).as("of orders").anySatisfy(verdict -> assertThat(verdict.state())
                .isEqualTo(State.LIMITED));
    }

    private static boolean blamesOnlyTheThreads(Verdict verdict) {
        return verdict.cause() == Cause.TOO_FEW_THREADS && !causes(verdict).contains(Cause.CONNECTION_POOL);
    }

    private static List<@Nullable Cause> causes(Verdict verdict) {
        List<@Nullable Cause> causes = new ArrayList<>();
        causes.add(verdict.cause());
        verdict.suspects().forEach(suspect -> causes.add(suspect.cause()));
        return causes;
    }
}
