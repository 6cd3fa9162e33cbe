package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedStore;
import io.concor.manage.ManagedFlow;
import io.concor.statistics.FlowReading.StoredReading;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is read of a flow whose events wait in a store. */
@Timeout(60)
class StoredFiguresTest {

    private static final int EVENTS = 20;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final SimulatedStore store = new SimulatedStore();
    private final Gate gate = new Gate();
    private Flow<Integer, Integer> flow;

    @BeforeEach
    void start() {
        flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .map(number -> number, "entry")
                .join(JoinSettings.fixed(2).queue(QueueKind.DURABLE))
                .map(this::pass, "slot"));
    }

    private Integer pass(Integer number) throws InterruptedException {
        gate.pass();
        return number;
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void acceptAll() throws Exception {
        for (int i = 0; i < EVENTS; i++) {
            flow.accept(i).get(20, TimeUnit.SECONDS);
        }
    }

    private ManagedFlow managed() {
        return flows.manager().flow("flow");
    }

    private StoredReading stored() {
        return Objects.requireNonNull(managed().reading().slots().get(1).stored());
    }

    @Test
    void eventsOfTheStoreAreInsideBesidesThoseThatWereAdmitted() throws Exception {
        acceptAll();
        gate.awaitReached();
        await("all in the ring").until(() -> managed().levels().fromStores() == EVENTS);

        assertThat(managed().levels().inFlight()).isEqualTo(EVENTS);
        assertThat(managed().summary().handedOn()).isEqualTo(EVENTS);
        assertThat(managed().summary().ended()).isZero();
        assertThat(managed().summary().left()).isEqualTo(EVENTS);
        gate.open();
    }

    @Test
    void theTimeOfTransactionsIsCountedWithoutThatOfTasks() throws Exception {
        acceptAll();
        gate.awaitReached();
        await("both are in their tasks")
                .untilAsserted(() -> assertThat(stored().transactions()).isEqualTo(2));
        long before = stored().transactionNanos();
        assertThat(stored().transactionNanos()).as("while tasks run").isEqualTo(before);

        gate.open();
        await("ends").until(() -> managed().summary().completed() == EVENTS);
        assertThat(stored().transactionNanos()).isGreaterThan(before);
        assertThat(stored().queue().depth()).isZero();
    }

    @Test
    void slotsInMemoryHaveNone() {
        gate.open();

        assertThat(managed().reading().slots().get(0).stored()).isNull();
        assertThat(managed().queue("entry")).isNull();
        assertThat(managed().queue("slot")).isNotNull();
    }
}
