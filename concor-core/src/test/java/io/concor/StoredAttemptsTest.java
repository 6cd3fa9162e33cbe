package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.StoredFlows;
import io.concor.manage.ChangeRequest;
import io.concor.queue.Ending;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often an event is tried at a durable slot that says so itself. */
@Timeout(60)
class StoredAttemptsTest extends StoredFlows {

    private Flow<Integer, String> flow(@Nullable Integer attempts, @Nullable RetryPolicy policy) {
        FlowBuilder<Integer, Integer> builder =
                Flows.<Integer>create("flow").queues(store).join(SINGLE.attempts(attempts));
        return flows.start((policy == null ? builder : builder.retry(policy)).map(this::write, "slot"));
    }

    private void assertAttempts(Flow<Integer, String> flow, int expected) {
        runs.set(0);
        assertThatThrownBy(flow.submit(-1)::join).hasMessageContaining("negative");
        assertThat(runs).hasValue(expected);
        await().untilAsserted(() -> assertThat(store.queue("flow.slot").dead()).hasSize(1));
    }

    @Test
    void areOneWithoutAnyPolicy() {
        assertAttempts(flow(null, null), 1);
    }

    @Test
    void areThoseOfTheSlotWithoutAnyPolicy() {
        assertAttempts(flow(4, null), 4);
        assertThat(store.queue("flow.slot").postponed())
                .hasSize(3)
                .allSatisfy(postponed -> assertThat(postponed.delay()).isEqualTo(Duration.ofSeconds(1)));
    }

    @Test
    void areThoseOfTheSlotWhereAPolicyHasMore() {
        assertAttempts(flow(2, RetryPolicy.maxRetries(5)), 2);
    }

    @Test
    void areThoseOfTheSlotWhereAPolicyHasFewerAndItsLastDelayHoldsOn() {
        RetryPolicy policy =
                RetryPolicy.maxRetries(2).delay(Duration.ofMillis(100)).multiplier(2);
        assertAttempts(flow(5, policy), 5);
        assertThat(store.queue("flow.slot").postponed())
                .extracting(Ending.Postponed::delay)
                .isEqualTo(List.of(
                        Duration.ofMillis(100),
                        Duration.ofMillis(200),
                        Duration.ofMillis(200),
                        Duration.ofMillis(200)));
    }

    @Test
    void areOneForAnErrorThatThePolicyExcludes() {
        RetryPolicy policy = RetryPolicy.maxRetries(2).excludes(IllegalArgumentException.class);
        assertAttempts(flow(5, policy), 1);
    }

    @Test
    void changeWhileTheFlowRuns() {
        Flow<Integer, String> flow = flow(2, null);
        assertAttempts(flow, 2);
        store.queue("flow.slot").deleteDead();
        flows.manager().change(ChangeRequest.put("flow", "slot", SINGLE.attempts(3)));
        assertAttempts(flow, 3);
        store.queue("flow.slot").deleteDead();
        flows.manager().change(ChangeRequest.put("flow", "slot", SINGLE));
        assertAttempts(flow, 1);
    }

    @Test
    void haveBounds() {
        assertThatThrownBy(() -> SINGLE.attempts(0))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContainingAll("attempts", "0", "1 to 1000001");
        assertThat(SINGLE.attempts(1_000_001).attempts()).isEqualTo(1_000_001);
        assertThat(SINGLE.attempts(3))
                .hasToString("single (threads 1, capacity 1024, blocking, queue durable, attempts 3)");
    }
}
