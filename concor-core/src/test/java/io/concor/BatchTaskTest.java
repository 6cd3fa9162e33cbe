package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.FailingCarrier;
import io.concor.fixture.Gate;
import io.concor.fixture.Notes;
import io.concor.fixture.RecordedBatches;
import io.concor.fixture.RunningFlows;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One call handles several events, each of which has its own result or error. */
@Timeout(60)
class BatchTaskTest {

    private static final String SLOT = "writer";
    private static final Duration LONG = Duration.ofSeconds(29);
    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final RecordedBatches batches = new RecordedBatches();

    private static FlowBuilder<Integer, Integer> flow() {
        return Flows.create("flow");
    }

    private Flow<Integer, Integer> start(JoinSettings join, BatchTask<Integer, Integer> task) {
        return flows.start(flow().join(join).mapBatch(task, SLOT));
    }

    /** Submits events while the first call is held, so that they wait together, and then lets that go on. */
    private static List<CompletableFuture<Integer>> together(
            Flow<Integer, Integer> flow, RecordedBatches held, Integer... events) {
        flow.apply(RecordedBatches.HELD);
        held.gate().awaitReached();
        List<CompletableFuture<Integer>> results =
                Stream.of(events).map(flow::submit).toList();
        held.gate().open();
        return results;
    }

    private static Throwable errorOf(CompletableFuture<Integer> result) throws Exception {
        return RunningFlows.errorOf(result);
    }

    private static List<Integer> values(List<CompletableFuture<Integer>> results) throws Exception {
        List<Integer> values = new ArrayList<>();
        for (CompletableFuture<Integer> result : results) {
            values.add(RunningFlows.get(result));
        }
        return values;
    }

    private static List<Integer> tenfold(List<Integer> messages) {
        return messages.stream().map(message -> 10 * message).toList();
    }

    @Test
    void takesWhatWaitsUpToItsSizeInOneCall() throws Exception {
        RecordedBatches tenfold = new RecordedBatches(BatchTaskTest::tenfold);
        Flow<Integer, Integer> flow = start(JoinSettings.batch(3), tenfold);

        List<CompletableFuture<Integer>> results = together(flow, tenfold, 1, 2, 3, 4, 5, 6, 7);

        assertThat(values(results)).containsExactly(10, 20, 30, 40, 50, 60, 70);
        assertThat(tenfold.calls()).containsExactly(List.of(1, 2, 3), List.of(4, 5, 6), List.of(7));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void eachEventGetsTheResultAtItsPlaceFromAnyList(int flowsListKind) throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> {
            List<Integer> tenfold = tenfold(messages);
            return flowsListKind == 1
                    ? new java.util.LinkedList<>(tenfold)
                    : Arrays.asList(tenfold.toArray(Integer[]::new));
        });

        assertThat(values(together(start(JoinSettings.batch(10), task), task, 3, 1, 2)))
                .containsExactly(30, 10, 20);
    }

    @Test
    void aCallGetsAListOfItsOwnThatItCannotChange() throws Exception {
        List<List<Integer>> kept = new ArrayList<>();
        RecordedBatches task = new RecordedBatches(messages -> {
            assertThatThrownBy(() -> messages.set(0, 7)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> messages.add(7)).isInstanceOf(UnsupportedOperationException.class);
            kept.add(messages);
            return messages;
        });
        values(together(start(JoinSettings.batch(2), task), task, 1, 2, 3, 4));

        assertThat(kept).containsExactly(List.of(1, 2), List.of(3, 4));
        assertThat(kept.get(0).toArray()).containsExactly(1, 2);
    }

    @Test
    void waitsForMoreUntilTheBatchIsFull() throws Exception {
        Flow<Integer, Integer> flow = start(JoinSettings.batch(3).linger(LONG), batches);

        CompletableFuture<Integer> first = flow.submit(1);
        CompletableFuture<Integer> second = flow.submit(2);
        await("the two are taken").until(() -> waiting() == 0);
        assertThat(batches.calls()).isEmpty();
        CompletableFuture<Integer> third = flow.submit(3);

        assertThat(values(List.of(first, second, third))).containsExactly(1, 2, 3);
        assertThat(batches.calls()).containsExactly(List.of(1, 2, 3));
    }

    private long waiting() {
        return flows.manager().flow("flow").slot(SLOT).queueSize();
    }

    @Test
    void waitsForMoreNoLongerThanItMay() throws Exception {
        Duration linger = Duration.ofMillis(30);
        Flow<Integer, Integer> flow = start(JoinSettings.batch(100).linger(linger), batches);
        long start = System.nanoTime();

        RunningFlows.get(flow.submit(1));

        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(linger.toNanos());
        assertThat(batches.calls()).containsExactly(List.of(1));
    }

    @Test
    void doesNotWaitForMoreEventsThanTheFlowAdmits() throws Exception {
        Flow<Integer, Integer> flow = flows.start(
                flow().maxInFlight(2).join(JoinSettings.batch(100).linger(LONG)).mapBatch(batches, SLOT));

        assertThat(values(List.of(flow.submit(1), flow.submit(2)))).containsExactly(1, 2);
        assertThat(batches.calls()).containsExactly(List.of(1, 2));
    }

    @Test
    void oneOfSeveralThreadsWaitsForMore() throws Exception {
        Flow<Integer, Integer> flow = start(JoinSettings.batch(40).threads(4).linger(LONG), batches);

        List<CompletableFuture<Integer>> results = new ArrayList<>();
        for (int event = 0; event < 40; event++) {
            results.add(flow.submit(event));
            Thread.yield();
        }

        assertThat(values(results)).hasSize(40);
        assertThat(batches.calls()).hasSize(1);
    }

    static Stream<JoinSettings> oneThreadJoins() {
        return Stream.of(JoinSettings.single(), JoinSettings.fixed(1), JoinSettings.cached(1));
    }

    @ParameterizedTest
    @MethodSource("oneThreadJoins")
    void oneThreadHandlesOneBatchAtATimeAndKeepsTheOrder(JoinSettings join) throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Integer> left = Collections.synchronizedList(new ArrayList<>());
        Flow<Integer, Integer> flow = flows.start(flow().join(JoinSettings.single())
                .map((Integer event) -> 100 / (event % 7 == 3 ? 0 : 1) * event, "may fail")
                .join(join.batchSize(8))
                .mapBatch(
                        (List<Integer> messages) -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            inside.decrementAndGet();
                            return messages;
                        },
                        SLOT)
                .catching(error -> -1, "catch")
                .mapSingleThreaded(
                        (Integer event) -> {
                            left.add(event);
                            return event;
                        },
                        "end"));
        for (int event = 0; event < 1_000; event++) {
            flow.apply(event);
        }
        await("all").until(() -> left.size() == 1_000);

        assertThat(left)
                .containsExactlyElementsOf(IntStream.range(0, 1_000)
                        .mapToObj(event -> event % 7 == 3 ? -1 : 100 * event)
                        .toList());
        assertThat(most).hasValue(1);
    }

    @Test
    void severalThreadsHandleSeveralBatchesAtOnce() {
        CountDownLatch inside = new CountDownLatch(2);
        Flow<Integer, Integer> flow = start(JoinSettings.batch(1).threads(2), messages -> {
            inside.countDown();
            inside.await();
            return messages;
        });
        flow.apply(1);
        flow.apply(2);

        assertThat(Gate.soon(inside)).isTrue();
    }

    @Test
    void whatTheTaskThrowsFailsEachEventOfTheBatchAndNoOther() throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> {
            if (messages.contains(2)) {
                throw BROKEN;
            }
            return messages;
        });
        List<CompletableFuture<Integer>> results = together(start(JoinSettings.batch(2), task), task, 1, 2, 3, 4);

        assertThat(errorOf(results.get(0))).isSameAs(BROKEN);
        assertThat(errorOf(results.get(1))).isSameAs(BROKEN);
        assertThat(values(results.subList(2, 4))).containsExactly(3, 4);
        assertThat(flows.manager()
                        .flow("flow")
                        .statistics()
                        .sinceStart()
                        .components()
                        .get(0)
                        .errors())
                .isEqualTo(2);
    }

    static Stream<Integer> wrongSizes() {
        return Stream.of(BatchResultException.NO_LIST, 0, 1, 2, 4);
    }

    @ParameterizedTest
    @MethodSource("wrongSizes")
    void aListOfAnotherSizeFailsTheWholeBatch(int size) throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> size < 0 ? null : Collections.nCopies(size, 7));
        List<CompletableFuture<Integer>> results =
                together(start(JoinSettings.batch(3).batchErrors(BatchErrors.SPLIT), task), task, 1, 2, 3);

        for (CompletableFuture<Integer> result : results) {
            assertThat(errorOf(result)).isInstanceOfSatisfying(BatchResultException.class, wrong -> assertThat(wrong)
                    .returns("flow", BatchResultException::flow)
                    .returns(SLOT, BatchResultException::component)
                    .returns(3, BatchResultException::expected)
                    .returns(size, BatchResultException::actual)
                    .hasMessageStartingWith("Flow 'flow', component 'writer': its task returned")
                    .hasMessageContaining("for a batch of 3. Return a list with one result for each message"));
        }
        assertThat(task.calls()).as("calls: such a batch is not split").hasSize(1);
    }

    @Test
    void aListThatThrowsFailsTheWholeBatch() throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> new java.util.AbstractList<>() {
            @Override
            public Integer get(int index) {
                throw BROKEN;
            }

            @Override
            public int size() {
                return messages.size();
            }
        });
        for (CompletableFuture<Integer> result : together(start(JoinSettings.batch(2), task), task, 1, 2)) {
            assertThat(errorOf(result)).isSameAs(BROKEN);
        }
    }

    @Test
    void aNullResultThatALaterComponentTakesFailsItsEventOnly() throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> Arrays.asList(1, null, 3));
        Flow<Integer, Integer> flow = flows.start(
                flow().join(JoinSettings.batch(3)).mapBatch(task, SLOT).map((Integer event) -> event, "next"));

        List<CompletableFuture<Integer>> results = together(flow, task, 1, 2, 3);

        assertThat(errorOf(results.get(1))).isInstanceOf(NullResultException.class);
        assertThat(values(List.of(results.get(0), results.get(2)))).containsExactly(1, 3);
    }

    @Test
    void aNullResultOfTheLastComponentIsAResult() throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> Arrays.asList(null, 2));

        assertThat(values(together(start(JoinSettings.batch(2), task), task, 1, 2)))
                .containsExactly(null, 2);
    }

    @Test
    void aSplitBatchFailsOnlyThoseThatFailAlone() throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> {
            if (messages.contains(3)) {
                throw BROKEN;
            }
            return tenfold(messages);
        });
        List<CompletableFuture<Integer>> results =
                together(start(JoinSettings.batch(5).batchErrors(BatchErrors.SPLIT), task), task, 1, 2, 3, 4, 5);

        assertThat(errorOf(results.get(2))).isSameAs(BROKEN);
        assertThat(values(List.of(results.get(0), results.get(1), results.get(3), results.get(4))))
                .containsExactly(10, 20, 40, 50);
        assertThat(task.calls())
                .containsExactly(List.of(1, 2, 3, 4, 5), List.of(1, 2), List.of(3, 4, 5), List.of(3), List.of(4, 5));
    }

    @Test
    void eachEventOfASplitBatchMayFail() throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> {
            throw new IllegalStateException(messages.toString());
        });
        List<CompletableFuture<Integer>> results =
                together(start(JoinSettings.batch(3).batchErrors(BatchErrors.SPLIT), task), task, 1, 2, 3);

        for (int i = 0; i < 3; i++) {
            assertThat(errorOf(results.get(i))).hasMessage("[%d]", i + 1);
        }
    }

    @Test
    void aCatchComponentAfterItRecoversEachEvent() throws Exception {
        RecordedBatches task = new RecordedBatches(messages -> {
            throw BROKEN;
        });
        Flow<Integer, Integer> flow = flows.start(
                flow().join(JoinSettings.batch(3)).mapBatch(task, SLOT).catching(error -> 7, "catch"));

        assertThat(values(together(flow, task, 1, 2, 3))).containsExactly(7, 7, 7);
    }

    @Test
    void anEventWithAnErrorIsNotHandedOver() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().map(
                        (Integer event) -> {
                            if (event == 2) {
                                throw BROKEN;
                            }
                            return event;
                        },
                        "check")
                .join(JoinSettings.batch(5))
                .mapBatch(batches, SLOT)
                .catching(error -> 22, "catch"));

        assertThat(values(together(flow, batches, 1, 2, 3))).containsExactly(1, 22, 3);
        assertThat(batches.calls()).containsExactly(List.of(1, 3));
    }

    @Test
    void eventsGoOnOneByOneUpToTheNextFilledSlotAndInTransitions() throws Exception {
        Queue<String> threads = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(flow().join(JoinSettings.batch(5))
                .mapBatch(batches, SLOT)
                .map(
                        (Integer event) -> {
                            threads.add(Thread.currentThread().getName());
                            return event + 1;
                        },
                        "next")
                .bind(
                        (Integer event, Continuation<Integer> continuation) ->
                                RunningFlows.onOwnThread(() -> continuation.complete(2 * event)),
                        "remote")
                .join(JoinSettings.fixed(2))
                .map((Integer event) -> event - 1, "end"));

        assertThat(values(together(flow, batches, 1, 2, 3))).containsExactly(3, 5, 7);
        assertThat(threads).hasSize(4).containsOnly("flow.writer-1");
    }

    @Test
    void anInterruptDoesNotReachTheNextEvent() throws Exception {
        Queue<Boolean> interrupted = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(flow().join(JoinSettings.batch(5))
                .mapBatch(batches, SLOT)
                .map(
                        (Integer event) -> {
                            interrupted.add(Thread.interrupted());
                            Thread.currentThread().interrupt();
                            return event;
                        },
                        "next"));

        assertThat(values(together(flow, batches, 1, 2, 3))).containsExactly(1, 2, 3);
        assertThat(interrupted).hasSize(4).containsOnly(false);
    }

    @Test
    void theTaskHasTheThreadLocalsOfTheFirstEventAndEachEventKeepsItsOwn() throws Exception {
        Notes notes = new Notes();
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        RecordedBatches task = new RecordedBatches(messages -> {
            seen.add("batch: " + notes.read());
            notes.add("batch");
            return messages;
        });
        Flow<Integer, Integer> flow = flows.start(flow().carrying(notes)
                .forEach(event -> notes.add("event " + event), "note")
                .join(JoinSettings.batch(5))
                .mapBatch(task, SLOT)
                .forEach(event -> seen.add(event + ": " + notes.read()), "next"));

        values(together(flow, task, 1, 2, 3));

        assertThat(seen)
                .containsSubsequence("batch: event 1", "1: event 1 batch", "2: event 2", "3: event 3")
                .doesNotContain("2: event 2 batch");
        assertThat(notes.read()).isNull();
    }

    @Test
    void noEventOfABatchSeesWhatCouldNotBeRemovedFromItsThread() throws Exception {
        Notes notes = new Notes();
        FailingCarrier carrier = new FailingCarrier(notes);
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        RecordedBatches task = new RecordedBatches(messages -> {
            carrier.fails(FailingCarrier.Call.CLEAR);
            notes.add("batch");
            return messages;
        });
        Flow<Integer, Integer> flow = flows.start(flow().carrying(carrier)
                .join(JoinSettings.batch(5))
                .mapBatch(task, SLOT)
                .forEach(
                        event -> {
                            carrier.fails();
                            seen.add(event + ": " + notes.read());
                        },
                        "next"));

        assertThat(values(together(flow, task, 1, 2, 3))).containsExactly(1, 2, 3);
        assertThat(seen).contains("1: batch", "2: null", "3: null");
    }

    @Test
    void theListOfACallIsTheOnlyThingThatKeepsItsMessages() throws Exception {
        Flow<Object, Object> flow = flows.start(Flows.<Object>create("flow")
                .join(JoinSettings.batch(5))
                .mapBatch(
                        (List<Object> messages) ->
                                messages.stream().map(any -> (Object) 1).toList(),
                        SLOT));
        java.lang.ref.WeakReference<Object> message = send(flow);

        await("the message is collected").until(() -> {
            System.gc();
            return message.refersTo(null);
        });
    }

    private static java.lang.ref.WeakReference<Object> send(Flow<Object, Object> flow) throws Exception {
        Object message = new Object();
        RunningFlows.get(flow.submit(message));
        return new java.lang.ref.WeakReference<>(message);
    }

    @Test
    void settingsTakeEffectWhileAThreadWaitsForMore() throws Exception {
        Flow<Integer, Integer> flow = start(JoinSettings.batch(100).linger(LONG), batches);
        CompletableFuture<Integer> first = flow.submit(1);
        await("it is taken").until(() -> waiting() == 0);

        flows.manager()
                .change(ChangeRequest.put("flow", SLOT, JoinSettings.batch(2).linger(LONG)));

        assertThat(RunningFlows.get(first)).isEqualTo(1);
        assertThat(values(List.of(flow.submit(2), flow.submit(3)))).containsExactly(2, 3);
        assertThat(batches.calls()).containsExactly(List.of(1), List.of(2, 3));
    }
}
