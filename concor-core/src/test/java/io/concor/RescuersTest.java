package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RescuersTest {

    private static final int EVENTS = 40;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    @Test
    void slowCatchTasksOfOneFlowDoNotKeepTheTimeoutsOfAnother() throws Exception {
        Gate gate = new Gate();
        Flow<Integer, Integer> slow = flows.start(Flows.<Integer>create("slow")
                .<Integer>bind((event, never) -> {}, "remote")
                .catching(
                        error -> {
                            gate.pass();
                            return 0;
                        },
                        "slow")
                .timeout(Duration.ofMillis(50)));
        Flow<Integer, Integer> other = flows.start(Flows.<Integer>create("other")
                .<Integer>bind((event, never) -> {}, "remote")
                .timeout(Duration.ofMillis(50)));
        for (int event = 0; event < EVENTS; event++) {
            slow.apply(event);
        }
        gate.awaitReached();

        CompletableFuture<Integer> result = other.submit(1);

        assertThat(RunningFlows.errorOf(result)).isInstanceOf(EventTimeoutException.class);
        gate.open();
    }
}
