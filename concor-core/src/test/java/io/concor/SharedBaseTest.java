package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.SimulatedStore;
import io.concor.fixture.SimulatedStore.Fault;
import io.concor.fixture.StoredFlows;
import io.concor.layout.DeliveryGuarantee;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two stores, one of which takes part in the transactions of the other: events are handed on in those. */
@Timeout(120)
class SharedBaseTest extends StoredFlows {

    private static final int CALLS = 30;

    /** A store whose queues lie elsewhere, but for the transactions of the database. */
    private record Remote(SimulatedStore database) implements QueueStore {

        @Override
        public String name() {
            return "remote";
        }

        @Override
        public QueueKind kind() {
            return QueueKind.REMOTE;
        }

        @Override
        public QueueStore base() {
            return database;
        }

        @Override
        public StoredQueue open(QueueDefinition definition) {
            return database.open(definition);
        }

        @Override
        public Transactions transactions() {
            return database.transactions();
        }

        @Override
        public boolean sharesTransactions() {
            return true;
        }

        @Override
        public boolean sharesTransactions(Transactions others) {
            return database.sharesTransactions(others);
        }

        @Override
        public boolean isInTransaction() {
            return database.isInTransaction();
        }
    }

    private int effect(String of, int number) {
        store.write(of + number);
        return number;
    }

    private Flow<Integer, Integer> flow() {
        JoinSettings remote = JoinSettings.single().queue(QueueKind.REMOTE);
        return flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .queues(new Remote(store))
                .join(SINGLE)
                .map(number -> effect("first ", number), "first")
                .join(remote)
                .map(number -> effect("second ", number), "second")
                .join(SINGLE)
                .map(number -> effect("third ", number), "third"));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void anEventIsHandedOnOnceWhateverCallFails(Fault fault) {
        Flow<Integer, Integer> flow = flow();
        for (int call = 1; call <= CALLS; call++) {
            List<String> before = store.effects();
            store.failAt(call, fault);
            int from = 10 * call;
            List<CompletableFuture<@Nullable Void>> accepted = new ArrayList<>();
            IntStream.range(from, from + 10).forEach(i -> accepted.add(flow.accept(i)));
            Stream<String> taken = IntStream.range(0, 10)
                    .filter(i -> accepted.get(i)
                            .handle((none, error) -> error == null || fault == Fault.AFTER)
                            .join())
                    .mapToObj(i -> from + i)
                    .flatMap(i -> Stream.of("first " + i, "second " + i, "third " + i));
            List<String> expected = Stream.concat(before.stream(), taken).toList();
            await("call " + call).pollInterval(Duration.ofMillis(5)).untilAsserted(() -> assertThat(store.effects())
                    .containsExactlyInAnyOrderElementsOf(expected));
        }
        store.failAt(Long.MAX_VALUE / 2, fault);
        assertThat(flows.manager().flow("flow").topology().deliveries())
                .containsExactly(
                        DeliveryGuarantee.EXACTLY_ONCE, DeliveryGuarantee.EXACTLY_ONCE, DeliveryGuarantee.EXACTLY_ONCE);
    }
}
