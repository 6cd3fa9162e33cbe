package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.WatchedTransactions;
import io.concor.layout.FlowSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An event whose caller gave up ends at its next slot, and costs the callers behind it no time. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
@Timeout(60)
class CancelledEventsTest {

    private static final int BLOCKER = -1;
    private static final int WAITING = 20;

    @RegisterExtension
    final RunningFlows flows;

    private final Gate gate = new Gate();
    private final Queue<Integer> handled = new ConcurrentLinkedQueue<>();

    CancelledEventsTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    private Integer handle(Integer event) throws InterruptedException {
        if (event == BLOCKER) {
            gate.passStubbornly();
        } else {
            handled.add(event);
        }
        return event;
    }

    /** Keeps all threads of the first slot in its task, so that later events wait. */
    private void block(Flow<Integer, ?> flow, int threads) {
        IntStream.range(0, threads).forEach(i -> flow.apply(BLOCKER));
        gate.awaitReached();
        await("all threads have an event")
                .until(() -> flows.manager().flow(flow.name()).slots().get(0).queueSize() == 0);
    }

    private static List<CompletableFuture<Integer>> submit(Flow<Integer, Integer> flow) {
        return IntStream.range(0, WAITING).mapToObj(flow::submit).toList();
    }

    private FlowSummary summary() {
        return flows.manager().flow("flow").summary();
    }

    private void awaitCancelled(long events) {
        await("the cancelled events have ended").until(() -> summary().cancelled() == events);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void areNotHandledWhateverThePool(JoinSettings settings) throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(Flows.<Integer>create("flow").join(settings).map(this::handle, "task"));
        block(flow, settings.threads());
        List<CompletableFuture<Integer>> abandoned = submit(flow);
        CompletableFuture<Integer> awaited = flow.submit(WAITING);

        abandoned.forEach(result -> result.cancel(true));
        gate.open();

        assertThat(RunningFlows.get(awaited)).isEqualTo(WAITING);
        awaitCancelled(WAITING);
        assertThat(handled).containsExactly(WAITING);
        assertThat(summary().failed()).isZero();
        await("no event is inside").until(() -> summary().inFlight() == 0);
    }

    @Test
    void areNotHandledByAKeyedTask() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.keyed(1))
                .mapKeyed(
                        new KeyedTask<Integer, Integer>() {
                            @Override
                            public Object key(Integer event) {
                                return event % 3;
                            }

                            @Override
                            public Integer apply(Integer event) throws Exception {
                                return handle(event);
                            }
                        },
                        "task"));
        block(flow, 1);
        List<CompletableFuture<Integer>> abandoned = submit(flow);

        abandoned.forEach(result -> result.cancel(false));
        gate.open();

        awaitCancelled(WAITING);
        assertThat(handled).isEmpty();
    }

    @Test
    void areInNoBatch() throws Exception {
        Queue<List<Integer>> batches = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.single().batch(WAITING))
                .mapBatch(
                        (List<Integer> events) -> {
                            batches.add(List.copyOf(events));
                            handle(events.get(0));
                            return events;
                        },
                        "task"));
        block(flow, 1);
        List<CompletableFuture<Integer>> results = submit(flow);

        results.subList(1, WAITING).forEach(result -> result.cancel(true));
        gate.open();

        assertThat(RunningFlows.get(results.get(0))).isZero();
        awaitCancelled(WAITING - 1);
        assertThat(batches).contains(List.of(0)).hasSize(2);
    }

    @Test
    void skipTheComponentsThatAreLeftWhenTheTaskAtWorkReturns() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.single())
                .forEach(event -> gate.passStubbornly(), "at work")
                .join(JoinSettings.single())
                .map(this::handle, "after")
                .catching(error -> handled.add(1) ? 1 : 0, "catch"));
        CompletableFuture<Integer> result = flow.submit(0);
        gate.awaitReached();

        result.cancel(true);
        gate.open();

        awaitCancelled(1);
        assertThat(handled).isEmpty();
        assertThat(summary().recovered()).isZero();
    }

    @Test
    void endIfTheCallerCompletesTheResultAsTimeLimitsDo() {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.single()).map(this::handle, "task"));
        block(flow, 1);

        flow.submit(1).completeExceptionally(new TimeoutException("as orTimeout does"));
        flow.submit(2).complete(0); // as completeOnTimeout does
        gate.open();

        awaitCancelled(2);
        assertThat(handled).isEmpty();
    }

    @Test
    void rollTheirTransactionBack() {
        WatchedTransactions transactions = new WatchedTransactions();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.single())
                .forEach(event -> gate.passStubbornly(), "from")
                .join(JoinSettings.single())
                .map(this::handle, "to")
                .transaction("from", "to", transactions));
        CompletableFuture<Integer> result = flow.submit(0);
        gate.awaitReached();

        result.cancel(true);
        gate.open();

        awaitCancelled(1);
        assertThat(transactions.rolledBack()).isEqualTo(1);
        assertThat(handled).isEmpty();
    }

    @Test
    void endInATransitionWhoseContinuationWasNotCalled() throws Exception {
        CompletableFuture<Continuation<Integer>> crossing = new CompletableFuture<>();
        AtomicInteger ends = new AtomicInteger();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>bind(
                        (event, back) -> {
                            back.onEnd(ends::incrementAndGet);
                            crossing.complete(back);
                        },
                        "cross")
                .map(this::handle, "after"));
        CompletableFuture<Integer> result = flow.submit(0);
        Continuation<Integer> back = RunningFlows.get(crossing);

        result.cancel(true);

        awaitCancelled(1);
        assertThat(back.ended()).isTrue();
        assertThat(ends).hasValue(1);
        back.complete(1);
        assertThat(summary().ignoredContinuations()).isEqualTo(1);
        assertThat(handled).isEmpty();
    }

    @Test
    void areNotHandledIfWhatIsDerivedFromTheirResultIsCancelled() {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.single()).map(this::handle, "task"));
        block(flow, 1);

        flow.submit(1).thenApply(value -> value + 1).exceptionally(error -> 0).cancel(true);
        flow.submit(2).thenCompose(CompletableFuture::completedFuture).complete(0);
        gate.open();

        awaitCancelled(2);
        assertThat(handled).isEmpty();
    }

    @Test
    void areHandledIfMoreDependsOnTheirResult() throws Exception {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.single()).map(this::handle, "task"));
        block(flow, 1);
        CompletableFuture<Integer> result = flow.submit(1);
        CompletableFuture<Integer> other = result.thenApply(value -> value + 1);

        result.thenApply(value -> value + 2).cancel(true);
        gate.open();

        assertThat(RunningFlows.get(other)).isEqualTo(2);
    }

    @Test
    void areNotHandledIfAllThatIsDerivedFromTheirResultIsCancelled() {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.single()).map(this::handle, "task"));
        block(flow, 1);
        CompletableFuture<Integer> result = flow.submit(1);
        List<CompletableFuture<Integer>> derived = List.of(
                result.thenApply(value -> value + 1), result.exceptionally(error -> 0), result.handle((a, b) -> a));

        derived.forEach(each -> each.cancel(true));
        gate.open();

        awaitCancelled(1);
        assertThat(handled).isEmpty();
    }

    @Test
    void areNotHandledIfAFutureBehindATimeLimitIsCancelled() {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.single()).map(this::handle, "task"));
        block(flow, 1);

        flow.submit(1).orTimeout(1, TimeUnit.DAYS).thenApply(value -> value + 1).cancel(true);
        flow.submit(2)
                .completeOnTimeout(0, 1, TimeUnit.DAYS)
                .thenApply(value -> value + 1)
                .cancel(true);
        flow.submit(3).thenApply(value -> value + 1).orTimeout(1, TimeUnit.DAYS).cancel(true);
        gate.open();

        awaitCancelled(3);
        assertThat(handled).isEmpty();
    }

    @Test
    void endAtTheTimeLimitOfTheirResult() throws Exception {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.single()).map(this::handle, "task"));
        block(flow, 1);

        CompletableFuture<Integer> limited = flow.submit(1).orTimeout(1, TimeUnit.MILLISECONDS);
        CompletableFuture<Integer> replaced = flow.submit(2).completeOnTimeout(0, 1, TimeUnit.MILLISECONDS);

        assertThat(RunningFlows.get(replaced)).isZero();
        await("the time limit").until(limited::isCompletedExceptionally);
        assertThatThrownBy(limited::get).hasCauseInstanceOf(TimeoutException.class);
        gate.open();
        awaitCancelled(2);
        assertThat(handled).isEmpty();
    }

    @Test
    void areHandledIfAnotherFutureAwaitsTheirResultBehindATimeLimit() throws Exception {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.single()).map(this::handle, "task"));
        block(flow, 1);
        CompletableFuture<Integer> result = flow.submit(1).orTimeout(1, TimeUnit.DAYS);
        CompletableFuture<Void> all = CompletableFuture.allOf(result, CompletableFuture.completedFuture(0));

        result.thenApply(value -> value + 1).cancel(true);
        result.thenApply(value -> value + 2).cancel(true);
        gate.open();

        RunningFlows.get(all);
        assertThat(handled).containsExactly(1);
    }

    @Test
    void areHandledIfOnlyACopyOfTheFutureIsCancelled() throws Exception {
        Flow<Integer, Integer> flow = flows.start(
                Flows.<Integer>create("flow").join(JoinSettings.single()).map(this::handle, "task"));
        block(flow, 1);
        CompletableFuture<Integer> result = flow.submit(0);
        result.copy().cancel(true);

        gate.open();

        assertThat(RunningFlows.get(result)).isZero();
        assertThat(handled).containsExactly(0);
    }

    @Test
    void leaveNoTraceOnTheNextEventWithTheirContext() throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .join(JoinSettings.single())
                .map(this::handle, "task")
                .maxInFlight(1)
                .timeout(Duration.ofMinutes(1)));
        int cancelled = 0;
        for (int event = 0; event < 20_000; event++) {
            CompletableFuture<Integer> result = flow.submit(event);
            if (event % 2 == 0) {
                cancelled += result.cancel(true) ? 1 : 0;
            } else {
                assertThat(RunningFlows.get(result)).isEqualTo(event);
            }
        }
        await("all events have ended").until(() -> summary().inFlight() == 0);
        assertThat(summary().completed() + summary().cancelled()).isEqualTo(20_000);
        assertThat(summary().cancelled()).isLessThanOrEqualTo(cancelled);
        assertThat(new ArrayList<>(handled)).isSorted().doesNotHaveDuplicates();
    }
}
