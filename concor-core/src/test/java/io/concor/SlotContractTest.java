package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.Overlap;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a flow promises, whatever pool stands in a slot and however its threads wait. */
class SlotContractTest {

    private static final int EVENTS = 4_000;
    private static final String SLOT = "slot";

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    /** The same with one thread each. */
    static Stream<JoinSettings> oneThreaded() {
        return pools().map(settings -> settings.threads(1)).distinct();
    }

    private static FlowBuilder<Integer, Integer> flow() {
        return Flows.<Integer>create("flow").map((Integer event) -> event, "entry");
    }

    private void change(JoinSettings to) {
        flows.manager().change(ChangeRequest.put("flow", SLOT, to));
    }

    private void takeOut() {
        flows.manager().change(ChangeRequest.takeOut("flow", SLOT));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void handlesEachEventOnceWhileTheJoinIsPutInExchangedResizedAndTakenOut(JoinSettings settings) throws Exception {
        AtomicIntegerArray handled = new AtomicIntegerArray(EVENTS);
        Flow<Integer, Integer> flow =
                flows.start(flow().noJoin().map((Integer event) -> handled.incrementAndGet(event), SLOT));
        CompletableFuture<Void> entering =
                RunningFlows.onOwnThread(() -> IntStream.range(0, EVENTS).forEach(flow::apply));
        for (int round = 0; round < 5 || !entering.isDone(); round++) {
            change(settings.capacity(8));
            change(settings.pool() == PoolKind.SINGLE ? JoinSettings.fixed(2) : settings.threads(1 + round % 4));
            change(settings.capacity(1024));
            takeOut();
        }
        RunningFlows.get(entering);
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();
        assertThat(IntStream.range(0, EVENTS).filter(event -> handled.get(event) != 1))
                .as("events not handled exactly once")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void isChangedWhileItsThreadsNeverRunOutOfEvents(JoinSettings settings) {
        AtomicBoolean enough = new AtomicBoolean();
        AtomicReference<Flow<Integer, Integer>> self = new AtomicReference<>();
        SideEffectTask<Integer> another = event -> {
            if (!enough.get()) {
                self.get().tryApply(event);
            }
        };
        self.set(flows.start(flow().join(settings).forEach(another, SLOT)));
        IntStream.range(0, 100).forEach(self.get()::apply);
        change(settings.pool() == PoolKind.SINGLE ? JoinSettings.fixed(2) : JoinSettings.single());
        change(settings);
        enough.set(true);
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void keepsAnInterruptFromTheNextEvent(JoinSettings settings) {
        AtomicInteger met = new AtomicInteger();
        SideEffectTask<Integer> interrupting = event -> {
            met.addAndGet(Thread.interrupted() ? 1 : 0);
            Thread.currentThread().interrupt();
        };
        Flow<Integer, Integer> flow = flows.start(flow().join(settings).forEach(interrupting, SLOT));
        IntStream.range(0, EVENTS).forEach(flow::apply);
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();
        assertThat(met.get()).as("events that met an interrupt").isZero();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void endsOnlyTheEventsWhoseTaskRunsOutOfMemory(JoinSettings settings) throws Exception {
        OutOfMemoryError exhausted = new OutOfMemoryError("thrown by a test");
        SideEffectTask<Integer> everyOther = event -> {
            if (event % 2 == 1) {
                throw exhausted;
            }
        };
        Flow<Integer, Integer> flow = flows.start(flow().join(settings).forEach(everyOther, SLOT));
        List<CompletableFuture<Integer>> results =
                IntStream.range(0, 100).mapToObj(flow::submit).toList();
        for (int event = 0; event < 100; event += 2) {
            assertThat(RunningFlows.get(results.get(event))).isEqualTo(event);
            assertThat(RunningFlows.errorOf(results.get(event + 1))).isSameAs(exhausted);
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void finishesWhatIsInsideWhenStopped(JoinSettings settings) {
        AtomicInteger handled = new AtomicInteger();
        Flow<Integer, Integer> flow =
                flows.start(flow().join(settings).map((Integer event) -> handled.incrementAndGet(), SLOT));
        IntStream.range(0, EVENTS).forEach(flow::apply);
        StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(10));
        assertThat(report.clean()).isTrue();
        assertThat(handled).hasValue(EVENTS);
        assertThat(flow.tryApply(1)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("oneThreaded")
    void neverRunsASingleThreadedTaskTwiceAtOnceAndKeepsTheOrder(JoinSettings settings) throws Exception {
        Overlap<Integer> task = new Overlap<>();
        List<Integer> left = new ArrayList<>();
        Flow<Integer, Integer> flow = flows.start(flow().join(settings)
                .mapSingleThreaded(task, SLOT)
                .mapSingleThreaded(
                        (Integer event) -> {
                            left.add(event);
                            return event;
                        },
                        "end"));
        CompletableFuture<Void> entering =
                RunningFlows.onOwnThread(() -> IntStream.range(0, EVENTS).forEach(flow::apply));
        for (int round = 0; round < 5 || !entering.isDone(); round++) {
            change(JoinSettings.single().capacity(16));
            change(settings);
        }
        RunningFlows.get(entering);
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();
        assertThat(task.overlaps()).isZero();
        assertThat(task.runs()).isEqualTo(EVENTS);
        assertThat(left).isSorted().hasSize(EVENTS);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void letsNoErrorOfATaskHarmAnotherEvent(JoinSettings settings) throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().join(settings)
                .map(
                        (Integer event) -> {
                            if (event % 3 == 0) {
                                throw event % 2 == 0 ? new StackOverflowError() : new IllegalStateException();
                            }
                            return event;
                        },
                        SLOT));
        List<CompletableFuture<Integer>> results =
                IntStream.range(0, 300).mapToObj(flow::submit).toList();
        for (int event = 0; event < 300; event++) {
            Throwable error = RunningFlows.errorOf(results.get(event));
            if (event % 3 == 0) {
                assertThat(error).isInstanceOfAny(StackOverflowError.class, IllegalStateException.class);
            } else {
                assertThat(error).isNull();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void endsAnEventWhoseContinuationNeverComes(JoinSettings settings) throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().join(settings)
                .<Integer>bind(
                        (event, continuation) -> {
                            if (event > 0) {
                                continuation.complete(event);
                                continuation.complete(event);
                            }
                        },
                        SLOT)
                .timeout(Duration.ofMillis(300)));
        CompletableFuture<Integer> forgotten = flow.submit(0);
        assertThat(RunningFlows.get(flow.submit(1))).isEqualTo(1);
        assertThat(RunningFlows.errorOf(forgotten)).isInstanceOf(EventTimeoutException.class);
        assertThat(flows.manager().flow("flow").summary().ignoredContinuations())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void neverBlocksAForeignThreadAtAFullRing(JoinSettings settings) throws Exception {
        Gate gate = new Gate();
        List<Continuation<Integer>> continuations = new ArrayList<>();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>bind((event, continuation) -> continuations.add(continuation), "transition")
                .join(settings.capacity(1))
                .map(
                        (Integer event) -> {
                            gate.pass();
                            return event;
                        },
                        SLOT)
                .maxInFlight(64));
        IntStream.range(0, 64).forEach(flow::apply);
        CompletableFuture<Void> called =
                RunningFlows.onOwnThread(() -> continuations.forEach(continuation -> continuation.complete(1)));
        called.get(20, TimeUnit.SECONDS);
        assertThat(flow.tryApply(64)).as("waiting is at the door").isFalse();
        gate.open();
        await("all events end")
                .until(() -> flows.manager().flow("flow").summary().completed() == 64);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void reportsWhatAStopLeavesInside(JoinSettings settings) {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow = flows.start(flow().join(settings)
                .map(
                        (Integer event) -> {
                            gate.passStubbornly();
                            return event;
                        },
                        SLOT));
        CompletableFuture<Integer> stuck = flow.submit(1);
        gate.awaitReached();
        StopReport report = flows.manager().flow("flow").stop(Duration.ZERO);
        gate.open();
        assertThat(report.unfinished()).isEqualTo(1);
        assertThat(report.places()).containsEntry(SLOT, 1);
        assertThat(report.stuckThreads()).isEqualTo(1);
        assertThat(stuck).isCompletedExceptionally();
        assertThatThrownBy(() -> flow.apply(2)).isInstanceOf(RefusedException.class);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void givesUpAChangeThatATaskHoldsUpAsAWhole(JoinSettings settings) {
        Gate gate = new Gate();
        JoinSettings before = settings.threads(1);
        Flow<Integer, Integer> flow = flows.start(flow().join(before)
                .map(
                        (Integer event) -> {
                            gate.pass();
                            return event;
                        },
                        SLOT));
        CompletableFuture<Integer> held = flow.submit(1);
        gate.awaitReached();
        ChangeRequest exchange =
                ChangeRequest.put("flow", SLOT, JoinSettings.fixed(7)).timeLimit(Duration.ofMillis(20));
        assertThatThrownBy(() -> flows.manager().change(exchange)).isInstanceOf(ChangeNotPossibleException.class);
        assertThat(flows.manager().flow("flow").layout().slots()).containsEntry(SLOT, before);
        gate.open();
        assertThat(held).succeedsWithin(Duration.ofSeconds(20));
        assertThat(flow.submit(2)).succeedsWithin(Duration.ofSeconds(20));
    }
}
