package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.SimulatedQueue.HandOut;
import io.concor.fixture.StoredFlows;
import io.concor.manage.ChangeRequest;
import io.concor.queue.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batch components whose events wait in a store: what {@link StoredSlotTest} does not ask of all slots. */
@Timeout(60)
class StoredBatchTest extends StoredFlows {

    private static final String QUEUE = "flow.slot";
    private static final int FIRST = -1_000;
    private static final JoinSettings BATCH = durable(JoinSettings.batch(256));

    /** The sizes of the calls. */
    private final Queue<Integer> calls = new ConcurrentLinkedQueue<>();

    private final Queue<Integer> bad = new ConcurrentLinkedQueue<>();

    /** Writes each message as an effect; a bad one fails the call after the effects of those before it. */
    private List<Integer> writeAll(List<Integer> messages) throws InterruptedException {
        if (messages.contains(FIRST)) {
            gate.pass();
        } else {
            calls.add(messages.size());
        }
        for (Integer message : messages) {
            if (bad.contains(message)) {
                throw new IllegalArgumentException("bad: " + message);
            }
            store.write(message.toString());
        }
        return messages;
    }

    private FlowBuilder<Integer, Integer> batching(JoinSettings join) {
        return Flows.<Integer>create("flow").queues(store).join(join).mapBatch(this::writeAll, "slot");
    }

    /** Submits events while the first call is held, so that they wait together, and then lets that go on. */
    private List<CompletableFuture<Integer>> together(Flow<Integer, Integer> flow, List<Integer> events) {
        flow.apply(FIRST);
        gate.awaitReached();
        List<CompletableFuture<Integer>> results =
                events.stream().map(flow::submit).toList();
        await().until(() -> flows.manager().flow("flow").slot("slot").queueSize() == events.size());
        gate.open();
        return results;
    }

    private static List<Integer> integers(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    private void awaitEffects(List<Integer> handled, String... more) {
        awaitEffects(
                Stream.of(Stream.of(String.valueOf(FIRST)), handled.stream().map(String::valueOf), Stream.of(more))
                        .flatMap(some -> some)
                        .toList());
    }

    @Test
    void handlesWhatWaitsInOneCallAndOneTransaction() {
        Flow<Integer, Integer> flow = flows.start(batching(BATCH));
        long before = store.begun();
        List<CompletableFuture<Integer>> results = together(flow, integers(0, 256));
        assertThat(results.stream().map(CompletableFuture::join)).containsExactlyElementsOf(integers(0, 256));
        assertThat(calls).containsExactly(256);
        assertThat(store.begun() - before).as("that of the first, and one").isEqualTo(2);
        awaitNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 255})
    void oneBadEventFailsAloneAndTheOthersAreCommittedOnce(int position) {
        bad.add(position);
        Flow<Integer, Integer> flow = flows.start(batching(BATCH));
        List<CompletableFuture<Integer>> results = together(flow, integers(0, 256));
        assertThatThrownBy(results.get(position)::join).hasCauseInstanceOf(IllegalArgumentException.class);
        List<Integer> others = new ArrayList<>(integers(0, 256));
        others.remove(position);
        awaitEffects(others);
        assertThat(store.queue(QUEUE).dead())
                .extracting(Ending.Dead::failure)
                .singleElement()
                .satisfies(failure -> assertThat(failure.component()).isEqualTo("slot"));
        await().until(() -> flows.manager().flow("flow").inFlight() == 0);
    }

    @Test
    void countsTheAttemptsOfTheBadEventAlone() {
        AskedPolicy policy = new AskedPolicy();
        bad.add(7);
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(BATCH)
                .retry(policy)
                .mapBatch(this::writeAll, "slot"));
        List<CompletableFuture<Integer>> results = together(flow, integers(0, 16));
        assertThatThrownBy(results.get(7)::join).hasMessageContaining("bad: 7");
        List<Integer> others = new ArrayList<>(integers(0, 16));
        others.remove(7);
        awaitEffects(others);
        assertThat(policy.asked()).isEqualTo(3);
        assertThat(store.queue(QUEUE).dead()).hasSize(1);
    }

    @Test
    void holdsTheOrderOfALaterEventWhileOneThreadServesTheSlot() {
        bad.add(3);
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(BATCH)
                .onFailure(OnFailure.HOLD_KEY)
                .mapBatch(this::writeAll, "slot"));
        together(flow, integers(0, 8));
        awaitEffects(List.of(0, 1, 2));
        await().until(() -> store.queue(QUEUE).dead().size() == 1);
        store.queue(QUEUE).deleteDead();
        awaitEffects(List.of(0, 1, 2, 4, 5, 6, 7));
        assertThat(store.effects()).containsExactly("-1000", "0", "1", "2", "4", "5", "6", "7");
    }

    @Test
    void aResultThatIsMissingFailsItsEventOnly() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(BATCH)
                .mapBatch(
                        (List<Integer> messages) -> {
                            writeAll(messages);
                            Integer[] results = messages.toArray(Integer[]::new);
                            int missing = messages.indexOf(2);
                            if (missing >= 0) {
                                results[missing] = null;
                            }
                            return Arrays.asList(results);
                        },
                        "slot")
                .map(number -> number, "behind"));
        List<CompletableFuture<Integer>> results = together(flow, integers(0, 5));
        assertThatThrownBy(results.get(2)::join).hasCauseInstanceOf(NullResultException.class);
        awaitEffects(List.of(0, 1, 3, 4));
        assertThat(results.get(4).join()).isEqualTo(4);
    }

    @Test
    void aListOfTheWrongSizeFailsEachEvent() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(BATCH)
                .mapBatch(
                        (List<Integer> messages) -> messages.contains(FIRST) ? writeAll(messages) : List.of(), "slot"));
        List<CompletableFuture<Integer>> results = together(flow, integers(0, 4));
        assertThat(results)
                .allSatisfy(result -> assertThatThrownBy(result::join).hasCauseInstanceOf(BatchResultException.class));
        assertThat(store.queue(QUEUE).dead()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eventsGoOnByThemselvesBehindTheBatch(boolean inTheSameStage) throws Exception {
        AtomicInteger failures = new AtomicInteger();
        FlowBuilder<Integer, Integer> builder = batching(BATCH);
        builder = inTheSameStage ? builder : builder.join(durable(JoinSettings.fixed(2)));
        Flow<Integer, Integer> flow = flows.start(builder.map(
                        number -> {
                            if (number % 2 == 1) {
                                failures.incrementAndGet();
                                throw new IllegalStateException("odd: " + number);
                            }
                            store.write(EventId.current() == null ? "no id" : "even " + number);
                            return -number;
                        },
                        "behind")
                .catching(error -> error.getMessage().startsWith("odd: 1") ? -1 : rethrow(error), "catch"));
        List<CompletableFuture<Integer>> results = together(flow, integers(0, 5));
        assertThat(results.get(1).get(10, TimeUnit.SECONDS)).isEqualTo(-1);
        assertThatThrownBy(results.get(3)::join).hasMessageContaining("odd: 3");
        assertThat(results.get(4).join()).isEqualTo(-4);
        awaitEffects(
                inTheSameStage ? List.of(0, 1, 2, 4) : List.of(0, 1, 2, 3, 4),
                "even -1000",
                "even 0",
                "even 2",
                "even 4");
    }

    private static int rethrow(Throwable error) {
        throw new IllegalStateException(error.getMessage(), error);
    }

    @Test
    void aCatchComponentHandlesACallThatFailsForOneEventAlone() {
        bad.add(1);
        Flow<Integer, Integer> flow = flows.start(batching(BATCH).catching(error -> -1, "catch"));
        List<CompletableFuture<Integer>> results = together(flow, integers(0, 3));
        assertThat(results.stream().map(CompletableFuture::join)).containsExactly(0, -1, 2);
        awaitEffects(List.of(0, 2));
        assertThat(store.queue(QUEUE).dead()).isEmpty();
    }

    @Test
    void theRangeOfABatchComponentIsTheTransactionOfTheStore() {
        bad.add(1);
        Flow<Integer, Integer> flow = flows.start(batching(BATCH).transaction("slot", "slot", store.shared()));
        long before = store.begun();
        List<CompletableFuture<Integer>> results = together(flow, integers(0, 2));
        assertThatThrownBy(results.get(1)::join).hasMessageContaining("bad: 1");
        awaitEffects(List.of(0));
        assertThat(store.begun() - before)
                .as("the first, (0 1), (0), (1), what catches, the dead letter")
                .isEqualTo(6);
    }

    /** No transaction undoes what a call has done. Where order counts, those behind the failed one wait for it, and are called again. */
    @ParameterizedTest
    @CsvSource({"2, 16", "1, 16 8"})
    void noEventIsCalledAgainForAnotherThatFailsBehindTheCallIfEffectsLieElsewhere(int threads, String expected)
            throws Exception {
        store.effectsLieElsewhere();
        JoinSettings join = durable(JoinSettings.fixed(threads)).batchSize(16).linger(Duration.ofSeconds(1));
        Flow<Integer, Integer> flow = flows.start(batching(join).map(StoredBatchTest::refuseSeven, "behind"));
        store.queue(QUEUE).handOut(HandOut.LATER);
        for (int i = 0; i < 16; i++) {
            flow.accept(i).get(10, TimeUnit.SECONDS);
        }
        store.queue(QUEUE).handOut(HandOut.SOON);
        store.queue(QUEUE).roomMade();
        await().until(() -> store.queue(QUEUE).dead().size() == 1);
        store.queue(QUEUE).deleteDead();
        awaitNothingLeft();
        assertThat(calls.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    private static Integer refuseSeven(Integer number) {
        if (number == 7) {
            throw new IllegalArgumentException("seven");
        }
        return number;
    }

    @Test
    void noTransactionIsOpenWhileAThreadWaitsForMoreEvents() throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(batching(durable(JoinSettings.batch(3).linger(Duration.ofSeconds(20)))));
        flow.accept(1).get(10, TimeUnit.SECONDS);
        flow.accept(2).get(10, TimeUnit.SECONDS);
        await("the two are taken")
                .until(() -> flows.manager().flow("flow").slot("slot").queueSize() == 0
                        && store.queue(QUEUE).inWork() == 2);
        assertThat(store.begun()).isZero();
        flow.accept(3).get(10, TimeUnit.SECONDS);
        awaitEffects(List.of("1", "2", "3"));
        assertThat(calls).containsExactly(3);
        assertThat(store.begun()).isEqualTo(1);
    }

    @Test
    void eventsOnWhichAThreadHasWaitedGoBackAtAStop() throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(batching(durable(JoinSettings.batch(3).linger(Duration.ofSeconds(20)))));
        flow.accept(1).get(10, TimeUnit.SECONDS);
        await().until(() -> store.queue(QUEUE).inWork() == 1);
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(5)).clean())
                .isTrue();
        assertThat(store.queue(QUEUE).waiting()).hasSize(1);
        assertThat(calls).isEmpty();
        flows.manager().flow("flow").start();
        flow.accept(2).get(10, TimeUnit.SECONDS);
        flow.accept(3).get(10, TimeUnit.SECONDS);
        awaitEffects(List.of("1", "2", "3"));
    }

    @Test
    void aStageThatLeavesItsThreadHasNoTransaction() {
        Flow<Integer, Integer> flow = flows.start(
                batching(BATCH).bind((Integer number, Continuation<Integer> then) -> then.complete(-number), "away"));
        List<CompletableFuture<Integer>> results = together(flow, integers(1, 5));
        assertThat(results.stream().map(CompletableFuture::join)).containsExactly(-1, -2, -3, -4);
        assertThat(store.begun()).isZero();
        awaitNothingLeft();
    }

    @Test
    void aChangeCanBeUndone() throws Exception {
        Flow<Integer, Integer> flow = flows.start(batching(BATCH.queue(QueueKind.MEMORY)));
        flows.manager().change(ChangeRequest.put("flow", "slot", BATCH));
        flow.accept(1).get(10, TimeUnit.SECONDS);
        awaitEffects(List.of("1"));
        assertThat(store.begun()).isEqualTo(1);
        flows.manager().undo(ChangeRequest.options("flow"));
        await().until(() -> {
            flow.submit(2).get(10, TimeUnit.SECONDS);
            return store.begun() == 1 || calls.size() > 2;
        });
        assertThat(flows.manager().flow("flow").layout().slots().get("slot").queue())
                .isEqualTo(QueueKind.MEMORY);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("batches")
    void anEmptySlotIsFilledAndEmptiedWhileEventsFlow(String pool, JoinSettings join) throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(join)
                .mapBatch(this::writeAll, "slot")
                .map(number -> number, "behind"));
        for (int i = 0; i < 100; i++) {
            if (i % 20 == 10) {
                flows.manager().change(ChangeRequest.put("flow", "behind", durable(JoinSettings.fixed(2))));
            } else if (i % 20 == 0) {
                flows.manager().change(ChangeRequest.takeOut("flow", "behind"));
            }
            assertThat(flow.submit(i).get(10, TimeUnit.SECONDS)).isEqualTo(i);
        }
        awaitEffects(numbers(0, 100));
    }
}
