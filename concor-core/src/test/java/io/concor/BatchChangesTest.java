package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.RandomChanges;
import io.concor.fixture.RecordedBatches;
import io.concor.fixture.RunningFlows;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches while settings, pools and the flow itself change: no event is lost, repeated or held up. */
@Timeout(60)
class BatchChangesTest {

    private static final String SLOT = "writer";
    private static final Duration LONG = Duration.ofSeconds(29);
    private static final int EVENTS = 30_000;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final RecordedBatches batches = new RecordedBatches();

    private static FlowBuilder<Integer, Integer> flow() {
        return Flows.create("flow");
    }

    private void change(JoinSettings to) {
        flows.manager().change(ChangeRequest.put("flow", SLOT, to));
    }

    /** Returns the future of an event whose thread waits for more. */
    private CompletableFuture<Integer> lingering(Flow<Integer, Integer> flow) {
        CompletableFuture<Integer> event = flow.submit(1);
        await("it is taken").until(() -> flows.manager().flow("flow").slot(SLOT).queueSize() == 0);
        return event;
    }

    static Stream<JoinSettings> lingeringJoins() {
        return Stream.of(
                JoinSettings.single(),
                JoinSettings.fixed(3),
                JoinSettings.cached(3),
                JoinSettings.fixed(3).waiting(WaitMode.YIELDING));
    }

    @ParameterizedTest
    @MethodSource("lingeringJoins")
    void aStopDoesNotWaitForFurtherEvents(JoinSettings join) throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(flow().join(join.batchSize(100).linger(LONG)).mapBatch(batches, SLOT));
        CompletableFuture<Integer> event = lingering(flow);

        StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(10));

        assertThat(report.clean()).as(report::toString).isTrue();
        assertThat(event).isCompletedWithValue(1);
    }

    @Test
    void aFlowThatStartsAgainLingersAgain() throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(flow().join(JoinSettings.batch(2).linger(LONG)).mapBatch(batches, SLOT));
        lingering(flow);
        flows.manager().flow("flow").stop(Duration.ofSeconds(10));
        flows.manager().flow("flow").start();

        CompletableFuture<Integer> second = flow.submit(2);
        await("it is taken").until(() -> flows.manager().flow("flow").slot(SLOT).queueSize() == 0);
        assertThat(second).isNotDone();
        RunningFlows.get(flow.submit(3));
        assertThat(batches.calls()).containsExactly(List.of(1), List.of(2, 3));
    }

    static Stream<JoinSettings> exchanges() {
        JoinSettings lingering = JoinSettings.batch(100).linger(LONG);
        return Stream.of(
                lingering.threads(2),
                JoinSettings.single().batching(lingering.batching()),
                JoinSettings.cached(2).batching(lingering.batching()),
                lingering.waiting(WaitMode.YIELDING),
                lingering.capacity(64));
    }

    @ParameterizedTest
    @MethodSource("exchanges")
    void aChangeOfItsJoinDoesNotWaitForFurtherEvents(JoinSettings to) throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(flow().join(JoinSettings.batch(100).linger(LONG)).mapBatch(batches, SLOT));
        CompletableFuture<Integer> event = lingering(flow);

        change(to);

        assertThat(RunningFlows.get(event)).isEqualTo(1);
    }

    @Test
    void aChangeOfTheStageAfterItDoesNotWaitForFurtherEvents() throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(flow().join(JoinSettings.batch(100).linger(LONG))
                        .mapBatch(batches, SLOT)
                        .map((Integer event) -> event, "next"));
        CompletableFuture<Integer> event = lingering(flow);

        flows.manager().change(ChangeRequest.put("flow", "next", JoinSettings.fixed(2)));

        assertThat(RunningFlows.get(event)).isEqualTo(1);
    }

    @Test
    void eachSettingChangesWithoutAnotherRingOrPool() throws Exception {
        Gate gate = batches.gate();
        Flow<Integer, Integer> flow =
                flows.start(flow().join(JoinSettings.batch(2)).mapBatch(batches, SLOT));
        flow.apply(RecordedBatches.HELD);
        gate.awaitReached();
        List<CompletableFuture<Integer>> results =
                Stream.of(1, 2, 3, 4, 5).map(flow::submit).toList();

        change(JoinSettings.batch(4)); // while its only thread is in the task, which an exchange would wait for
        change(JoinSettings.batch(4).batchErrors(BatchErrors.SPLIT));
        change(JoinSettings.batch(4).batchErrors(BatchErrors.SPLIT).linger(Duration.ofMillis(1)));
        change(JoinSettings.batch(4).batchTarget(Duration.ofSeconds(1)));
        change(JoinSettings.batch(4));
        gate.open();

        for (CompletableFuture<Integer> result : results) {
            RunningFlows.get(result);
        }
        assertThat(batches.calls()).containsExactly(List.of(1, 2, 3, 4), List.of(5));
        assertThat(flows.manager().flow("flow").layout().version()).isEqualTo(6);
    }

    @Test
    void aBatchInTheTaskIsSplitAsTheSettingsSayWhenItFails() throws Exception {
        Gate inside = new Gate();
        Flow<Integer, Integer> flow =
                flows.start(flow().join(JoinSettings.batch(2).linger(LONG))
                        .mapBatch(
                                (List<Integer> messages) -> {
                                    if (messages.size() == 2) {
                                        inside.pass();
                                        throw new IllegalStateException("too many");
                                    }
                                    return messages;
                                },
                                SLOT));
        CompletableFuture<Integer> first = flow.submit(1);
        CompletableFuture<Integer> second = flow.submit(2);
        inside.awaitReached();
        change(JoinSettings.batch(2).batchErrors(BatchErrors.SPLIT));
        inside.open();

        assertThat(RunningFlows.get(first)).isEqualTo(1);
        assertThat(RunningFlows.get(second)).isEqualTo(2);
    }

    private static JoinSettings anyJoin(Random random) {
        JoinSettings join = RandomChanges.anyJoin(random);
        return random.nextInt(8) == 0
                ? join
                : join.batchSize(1 + random.nextInt(50))
                        .linger(Duration.ofNanos(random.nextInt(4) * 200_000L))
                        .batchTarget(random.nextInt(4) == 0 ? Duration.ofMillis(1 + random.nextInt(20)) : null)
                        .batchErrors(random.nextBoolean() ? BatchErrors.SPLIT : BatchErrors.FAIL);
    }

    /** The first component, whose slot gets joins at random too, ignores settings of batches. */
    private static JoinSettings anyForAll(Random random) {
        JoinSettings join = anyJoin(random);
        return random.nextBoolean() ? join : join.batching(null);
    }

    @Test
    void everyEventIsHandledOnceWhileItsJoinChanges() throws Exception {
        AtomicIntegerArray handled = new AtomicIntegerArray(EVENTS);
        AtomicInteger ended = new AtomicInteger();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(flow().maxInFlight(256)
                .map((Integer event) -> event, "entry")
                .mapBatch(
                        (List<Integer> messages) -> {
                            if (messages.size() > 1 && messages.get(0) % 10 == 0) {
                                throw new IllegalStateException("in a batch");
                            }
                            messages.forEach(handled::incrementAndGet);
                            return messages;
                        },
                        SLOT)
                .map((Integer event) -> event, "next")
                .mapSingleThreaded((Integer event) -> event, "end"));
        AtomicInteger next = new AtomicInteger();
        int made;
        try (RandomChanges changes = new RandomChanges(flows.manager(), "flow", 7, BatchChangesTest::anyForAll)) {
            List<CompletableFuture<Void>> senders = IntStream.range(0, 2)
                    .mapToObj(sender -> RunningFlows.onOwnThread(() -> {
                        for (int event = next.getAndIncrement(); event < EVENTS; event = next.getAndIncrement()) {
                            int number = event;
                            flow.submit(number).whenComplete((value, error) -> {
                                if (error == null ? value != number : handled.get(number) != 0) {
                                    wrong.add("%d ended with %s, %s".formatted(number, value, error));
                                }
                                ended.incrementAndGet();
                            });
                        }
                    }))
                    .toList();
            for (CompletableFuture<Void> sender : senders) {
                RunningFlows.get(sender);
            }
            await("changes").until(() -> changes.made() > 20);
            made = changes.made();
        }
        StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(10));

        assertThat(report.clean()).as(report::toString).isTrue();
        assertThat(wrong).as("with %d changes", made).isEmpty();
        assertThat(ended).hasValue(EVENTS);
        List<Integer> repeated = new ArrayList<>();
        for (int event = 0; event < EVENTS; event++) {
            if (handled.get(event) > 1) {
                repeated.add(event);
            }
        }
        assertThat(repeated).isEmpty();
    }

    @Test
    void aStopReportsTheEventsOfABatchThatDoesNotReturn() throws Exception {
        Gate gate = new Gate();
        Flow<Integer, Integer> flow =
                flows.start(flow().join(JoinSettings.batch(3).linger(LONG))
                        .mapBatch(
                                (List<Integer> messages) -> {
                                    gate.passStubbornly();
                                    return messages;
                                },
                                SLOT));
        List<CompletableFuture<Integer>> results =
                Stream.of(1, 2, 3).map(flow::submit).toList();
        gate.awaitReached();

        StopReport report = flows.manager().flow("flow").stop(Duration.ofMillis(50));

        assertThat(report.unfinished()).isEqualTo(3);
        assertThat(report.places()).containsOnly(java.util.Map.entry(SLOT, 3));
        assertThat(report.stuckThreads()).isEqualTo(1);
        for (CompletableFuture<Integer> result : results) {
            assertThat(RunningFlows.errorOf(result)).isInstanceOf(FlowStoppedException.class);
        }
        gate.open();
    }
}
