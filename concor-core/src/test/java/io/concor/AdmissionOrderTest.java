package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.sun.management.OperatingSystemMXBean;
import io.concor.RefusedException.Reason;
import io.concor.engine.thread.WorkerThreads;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Guarantee 7: threads wait for admission in order of arrival, and no longer than the flow's timeout. */
@Timeout(60)
class AdmissionOrderTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Gate gate = new Gate();
    private final Queue<Integer> arrived = new ConcurrentLinkedQueue<>();

    private Flow<Integer, Integer> flowWithOneSlowPlace(Duration timeout) {
        return flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.single())
                .forEach(
                        event -> {
                            gate.passStubbornly();
                            arrived.add(event);
                        },
                        "slow")
                .maxInFlight(1)
                .timeout(timeout));
    }

    @Test
    void admitsWaitingThreadsInOrderOfArrival() {
        Flow<Integer, Integer> flow = flowWithOneSlowPlace(Duration.ofSeconds(30));
        flow.apply(0);
        for (int i = 1; i <= 200; i++) {
            int event = i;
            AtomicReference<Thread> waiting = new AtomicReference<>();
            RunningFlows.onOwnThread(() -> {
                waiting.set(Thread.currentThread());
                flow.apply(event);
            });
            await("the thread waits")
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> waiting.get() != null && waiting.get().getState() == Thread.State.TIMED_WAITING);
        }

        gate.open();

        await("all events ended").until(() -> arrived.size() == 201);
        assertThat(List.copyOf(arrived)).isSorted();
    }

    @Test
    void refusesAThreadThatHasWaitedForTheTimeout() {
        Flow<Integer, Integer> flow = flowWithOneSlowPlace(SHORT);
        flow.apply(1);
        gate.awaitReached();

        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> flow.apply(2))
                .withMessage(
                        "Flow 'flow' did not take the event: the flow remained full until the time to wait for admission had passed")
                .returns(Reason.TIMEOUT, RefusedException::reason);
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> flow.submit(3).get())
                .withCauseInstanceOf(RefusedException.class);
        assertThat(flows.manager().flow("flow").summary().refused()).isEqualTo(2);
        gate.open();
    }

    /** Each caller waits for a result of the other flow, which is full with the event that waits. */
    @Test
    void endsTheWaitOfFlowsThatCallEachOther() throws Exception {
        AtomicReference<Flow<Integer, Integer>> first = new AtomicReference<>();
        Flow<Integer, Integer> second = flows.start(calling("second", first));
        first.set(flows.start(calling("first", new AtomicReference<>(second))));

        CompletableFuture<Integer> result = first.get().submit(1);

        assertThat(RunningFlows.errorOf(result)).isNotNull();
        await("both flows are empty")
                .until(() -> flows.manager().flow("first").summary().inFlight()
                                + flows.manager().flow("second").summary().inFlight()
                        == 0);
        assertThat(flows.manager().flow("first").stop(Duration.ofSeconds(5)).clean())
                .isTrue();
    }

    private static FlowBuilder<Integer, Integer> calling(String name, AtomicReference<Flow<Integer, Integer>> other) {
        return Flows.<Integer>create(name)
                .join(JoinSettings.single())
                .map(event -> other.get().submit(event).get(), "call")
                .maxInFlight(1)
                .timeout(SHORT);
    }

    @Test
    void admitsThousandsOfWaitingThreads() throws Exception {
        int threads = 2_000;
        Flow<Integer, Integer> flow = flowWithOneSlowPlace(Duration.ofSeconds(30));
        flow.apply(0);
        List<CompletableFuture<Void>> entered = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            int event = i;
            entered.add(RunningFlows.onOwnThread(() -> flow.apply(event)));
        }

        gate.open();

        CompletableFuture.allOf(entered.toArray(CompletableFuture[]::new)).get();
        await("all events ended").until(() -> arrived.size() == threads);
    }

    /** Also looks that they wait without using a processor: thousands that poll would occupy all of them. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void admitsTenThousandVirtualThreadsInOrderOfArrival() {
        int threads = 10_000;
        WorkerThreads virtualThreads =
                new WorkerThreads(PoolKind.VIRTUAL, "test", "caller", getClass().getClassLoader());
        Flow<Integer, Integer> flow = flowWithOneSlowPlace(Duration.ofSeconds(30));
        flow.apply(0);
        for (int i = 1; i <= threads; i++) {
            int event = i;
            Thread waiting = virtualThreads.create(() -> flow.apply(event));
            waiting.start();
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        }

        assertThat(processorsInUse(Duration.ofSeconds(1))).isLessThan(0.5);
        gate.open();

        await("all events ended").until(() -> arrived.size() == threads + 1);
        assertThat(List.copyOf(arrived)).isSorted();
    }

    private double processorsInUse(Duration time) {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpuBefore = system.getProcessCpuTime();
        long start = System.nanoTime();
        await("time passes").until(() -> System.nanoTime() - start > time.toNanos());
        return (double) (system.getProcessCpuTime() - cpuBefore) / (System.nanoTime() - start);
    }
}
