package io.concor.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.queues.jdbc.OnPostgresAndH2;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.StoreUnderTest;
import org.junit.jupiter.api.Timeout;

/** Later events wait for one that has failed at a durable slot and goes on with its error. */
@Timeout(120)
class FailedOnTheWayTest extends FailedOnTheWayFixture {

    private FlowBuilder<String, String> flow(JdbcQueueStore store) {
        return second(first("flow", store));
    }

    @OnPostgresAndH2
    void laterOnesWaitUntilAPersonDecidesIfItBecomesADeadLetter(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            try (Flow<String, String> flow = flow(store).build()) {
                acceptAll(flow);
                openGate();
                await("dead").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_dead"))
                        .isEqualTo(1));
                awaitThatLaterWaits();
                tested.execute("delete from concor_dead");
                store.changed();
                awaitLater();
            }
        }
    }

    @OnPostgresAndH2
    void laterOnesWaitUntilItIsRecovered(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            try (Flow<String, String> flow = recovered(flow(tested.store())).build()) {
                acceptAll(flow);
                openGate();
                awaitLater();
                await("all ended").atMost(LONG).untilAsserted(() -> assertThat(tested.count("concor_event"))
                        .isZero());
                assertThat(begun).containsOnlyOnce("bad", "later").endsWith("later");
            }
        }
    }

    /** Such a stage ends its events one by one, without a transaction of the store. */
    @OnPostgresAndH2
    void laterOnesWaitAlsoWhereItsStageHasATransition(StoreDatabase database) throws Exception {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            FlowBuilder<String, String> first = first("flow", tested.store())
                    .<String>bind((message, continuation) -> continuation.complete(message), "transition");
            try (Flow<String, String> flow = recovered(second(first)).build()) {
                acceptAll(flow);
                openGate();
                awaitLater();
            }
        }
    }
}
