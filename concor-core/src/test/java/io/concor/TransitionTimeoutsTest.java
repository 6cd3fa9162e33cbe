package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TransitionTimeoutsTest {

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

    @Test
    void doNotLetAnInterruptOfOneEventReachTheNext() throws Exception {
        AtomicBoolean reached = new AtomicBoolean();
        Thread entering = Thread.currentThread();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>bind((event, never) -> {}, "remote")
                .catching(
                        error -> {
                            reached.compareAndSet(false, Thread.currentThread().isInterrupted());
                            if (Thread.currentThread() != entering) {
                                Thread.currentThread().interrupt();
                            }
                            return 0;
                        },
                        "interrupts")
                .timeout(Duration.ofMillis(500)));
        List<CompletableFuture<Integer>> results =
                IntStream.range(0, EVENTS).mapToObj(flow::submit).toList();
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
        assertThat(reached).isFalse();
    }

    @Test
    void refuseWhatACatchTaskSendsToItsOwnFullFlow() throws Exception {
        AtomicReference<Flow<Integer, Integer>> self = new AtomicReference<>();
        self.set(flows.start(Flows.<Integer>create("flow")
                .<Integer>bind((event, never) -> {}, "remote")
                .catching(
                        error -> {
                            self.get().apply(0); // again
                            return 0;
                        },
                        "retry")
                .maxInFlight(16)
                .timeout(Duration.ofMillis(50))));
        List<CompletableFuture<Integer>> results = new ArrayList<>();
        for (int event = 0; event < 16; event++) {
            results.add(self.get().submit(event));
        }
        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result.handle((value, error) -> value));
        }
        await().untilAsserted(() -> assertThat(flows.manager()
                        .flow("flow")
                        .statistics()
                        .sinceStart()
                        .refusals()
                        .ownThread())
                .isPositive());
    }
}
