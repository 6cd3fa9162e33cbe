package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedStore.Fault;
import io.concor.fixture.StoredFlows;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import io.concor.queue.Ending;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Slots whose events wait in a store. */
@Timeout(60)
class StoredSlotTest extends StoredFlows {

    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void handlesEachAcceptedEventOnceInATransactionOfTheStore(String pool, JoinSettings join) throws Exception {
        Flow<Integer, String> flow = flow(join);
        for (int i = 0; i < EVENTS; i++) {
            flow.accept(i).get(10, TimeUnit.SECONDS);
        }
        awaitEffects(numbers(0, EVENTS));
        assertOrder(join);
        awaitNothingLeft();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void tellsTheResultToTheCallerThatAwaitsIt(String pool, JoinSettings join) {
        Flow<Integer, String> flow = flow(join);
        List<CompletableFuture<String>> results =
                IntStream.range(0, EVENTS).mapToObj(flow::submit).toList();
        assertThat(results.stream().map(CompletableFuture::join))
                .containsExactlyElementsOf(numbers(0, EVENTS).stream()
                        .map(number -> "done " + number)
                        .toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void leavesWhatWaitsToTheNextFlow(String pool, JoinSettings join) {
        Flow<Integer, String> flow = flow(join);
        held = true;
        IntStream.range(0, EVENTS).forEach(flow::accept);
        gate.awaitReached();
        await().until(() -> store.queue("flow.slot").waiting().size() == EVENTS);
        CompletableFuture<StopReport> stopped =
                CompletableFuture.supplyAsync(() -> flows.manager().flow("flow").stop(Duration.ofSeconds(10)));
        gate.open();
        assertThat(stopped.join().clean()).isTrue();
        assertThat(store.effects().size() + store.queue("flow.slot").waiting().size())
                .isEqualTo(EVENTS);
        flows.manager().flow("flow").start();
        await().untilAsserted(() -> assertThat(store.effects()).hasSize(EVENTS).doesNotHaveDuplicates());
        assertOrder(join);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void failsOnlyTheEventThatFails(String pool, JoinSettings join) {
        Flow<Integer, String> flow = flow(join);
        List<CompletableFuture<String>> results =
                IntStream.of(10, 11, 12, -13, 14, 15).mapToObj(flow::submit).toList();
        assertThatThrownBy(results.get(3)::join).hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(results.get(2).join()).isEqualTo("done 12");
        assertThat(store.queue("flow.slot").dead())
                .extracting(Ending.Dead::failure)
                .singleElement()
                .satisfies(failure -> assertThat(failure.component()).isEqualTo("slot"));
    }

    @Test
    void holdsTheKeyOfAnEventThatFailsForGood() {
        Flow<Integer, String> flow = flow(durable(JoinSettings.keyed(4)));
        IntStream.of(-13, 23, 33, 44, 54).forEach(flow::accept);
        awaitEffects(List.of("44", "54"));
        store.queue("flow.slot").deleteDead();
        awaitEffects(List.of("44", "54", "23", "33"));
        assertOrder(durable(JoinSettings.keyed(4)));
    }

    /** Each call to the store fails once, with and without effect. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void losesAndRepeatsNothingWhicheverCallFails(String pool, JoinSettings join) {
        assertNothingLostOrRepeated(join, Fault.AFTER, 8);
    }

    @Tag("full")
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("faults")
    void losesAndRepeatsNothingWhicheverOfManyCallsFails(String pool, Fault fault, JoinSettings join) {
        assertNothingLostOrRepeated(join, fault, 30);
    }

    static Stream<Arguments> faults() {
        return pools().flatMap(pool ->
                Stream.of(Fault.values()).map(fault -> Arguments.of(pool.get()[0], fault, pool.get()[1])));
    }

    private void assertNothingLostOrRepeated(JoinSettings join, Fault fault, int calls) {
        Flow<Integer, String> flow = flow(join);
        int next = 0;
        for (int call = 1; call <= calls; call++) {
            List<String> before = store.effects();
            store.failAt(call, fault);
            List<CompletableFuture<@Nullable Void>> accepted = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                accepted.add(flow.accept(next + i));
            }
            int from = next;
            List<String> taken = IntStream.range(0, 10)
                    .filter(i -> accepted.get(i)
                            .handle((none, error) -> error == null || fault == Fault.AFTER)
                            .join())
                    .mapToObj(i -> String.valueOf(from + i))
                    .toList();
            next += 10;
            await("call " + call).pollInterval(Duration.ofMillis(5)).untilAsserted(() -> assertThat(store.effects())
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(before.stream(), taken.stream()).toList()));
        }
        assertOrder(join);
        store.failAt(Long.MAX_VALUE / 2, fault);
        awaitNothingLeft();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void movesBetweenMemoryAndStoreWhileEventsFlow(String pool, JoinSettings join) throws Exception {
        Flow<Integer, String> flow = flow(join);
        CompletableFuture<Void> load = RunningFlows.onOwnThread(() -> {
            for (int i = 0; i < 20 * EVENTS; i++) {
                flow.apply(i);
            }
        });
        int changes = 0;
        while (!load.isDone() || changes < 4) {
            JoinSettings next = changes++ % 2 == 0 ? join.queue(QueueKind.MEMORY) : join;
            flows.manager().change(ChangeRequest.put("flow", "slot", next));
            int before = store.effects().size();
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> load.isDone() || store.effects().size() > before); // events pass in each layout
        }
        load.join();
        awaitEffects(numbers(0, 20 * EVENTS));
        assertOrder(join);
    }

    /** More events come out of the store than could be inside before. Their queues grow, while events flow and a task is slow. */
    @Test
    void makesRoomInAllLaterSlotsWhenTheFirstSlotBecomesDurable() throws Exception {
        Queue<Integer> last = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .maxInFlight(4)
                .join(JoinSettings.fixed(2))
                .map(number -> number, "before")
                .join(JoinSettings.single())
                .map(number -> number, "slot")
                .join(JoinSettings.keyed(2))
                .mapKeyed(new Itself(), "keyed")
                .join(JoinSettings.single())
                .mapSingleThreaded(number -> number, "single")
                .join(JoinSettings.fixed(2))
                .map(
                        number -> {
                            if (held) {
                                gate.pass();
                            }
                            last.add(number);
                            return number;
                        },
                        "last"));
        held = true;
        flow.apply(0); // keeps a thread of a slot whose queue grows
        gate.awaitReached();
        flows.manager().change(ChangeRequest.put("flow", "slot", SINGLE));
        for (int i = 1; i < EVENTS; i++) {
            flow.accept(i).get(10, TimeUnit.SECONDS);
        }
        await().until(() -> flows.manager().flow("flow").inFlight() > 400);
        gate.open();
        await().untilAsserted(() -> assertThat(last)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, EVENTS).boxed().toList()));
        awaitNothingLeft();
    }

    private static final class Itself implements KeyedTask<Integer, Integer> {

        @Override
        public Object key(Integer message) {
            return message;
        }

        @Override
        public Integer apply(Integer message) {
            return message;
        }
    }

    /** Another queue of the join, in front of which the store remains. */
    @Test
    void exchangesTheQueueOfAStoredSlotWhileEventsFlow() {
        JoinSettings keyed = durable(JoinSettings.keyed(4));
        Flow<Integer, String> flow = flow(keyed);
        CompletableFuture<Void> load = RunningFlows.onOwnThread(() -> {
            for (int i = 0; i < 4 * EVENTS; i++) {
                flow.apply(i);
            }
        });
        for (int changes = 0; !load.isDone() || changes < 4; changes++) {
            flows.manager().change(ChangeRequest.put("flow", "slot", changes % 2 == 0 ? SINGLE : keyed));
            int before = store.effects().size();
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> load.isDone() || store.effects().size() > before);
        }
        load.join();
        awaitEffects(numbers(0, 4 * EVENTS));
        assertOrder(keyed);
    }

    @Test
    void takesAnIdOnce() throws Exception {
        Flow<Integer, String> flow = flow(SINGLE);
        flow.accept(1, Delivery.id("one")).get(10, TimeUnit.SECONDS);
        flow.accept(2, Delivery.id("one")).get(10, TimeUnit.SECONDS);
        flow.accept(3, Delivery.id("other")).get(10, TimeUnit.SECONDS);
        awaitEffects(List.of("1", "3"));
    }

    @Test
    void putsInTheTransactionOfTheCaller() throws Throwable {
        Flow<Integer, String> flow = flow(SINGLE);
        Transaction first = store.transactions().begin();
        CompletableFuture<@Nullable Void> undone = flow.accept(1);
        assertThat(undone).isNotDone();
        first.rollback();
        assertThatThrownBy(undone::join).hasCauseInstanceOf(QueueStoreException.class);
        Transaction second = store.transactions().begin();
        CompletableFuture<@Nullable Void> done = flow.accept(2);
        assertThat(done).isNotDone();
        second.commit();
        done.get(10, TimeUnit.SECONDS);
        awaitEffects(List.of("2"));
    }

    @Test
    void refusesWhatCannotBePutInTheTransactionOfTheCaller() throws Throwable {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(JoinSettings.fixed(1))
                .map(number -> number, "memory")
                .join(SINGLE)
                .map(number -> number, "slot"));
        Transaction transaction = store.transactions().begin();
        assertThatThrownBy(flow.accept(1)::join)
                .hasCauseInstanceOf(QueueStoreException.class)
                .hasMessageContaining("'memory' has a join");
        transaction.rollback();
        assertThat(store.queue("flow.slot").waiting()).isEmpty();
    }

    @Test
    void refusesADurableSlotWithoutAStore() {
        FlowBuilder<Integer, Integer> builder =
                Flows.<Integer>create("flow").join(SINGLE).map(number -> number, "slot");
        assertThatThrownBy(builder::build)
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("no store for durable queues");
    }

    @Test
    void handsOnToTheNextSlotOfTheSameStoreInOneTransaction() {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(
                        number -> {
                            store.write("first " + number);
                            return number;
                        },
                        "first")
                .join(durable(JoinSettings.fixed(2)))
                .map(this::write, "second"));
        List<CompletableFuture<String>> results =
                IntStream.range(0, EVENTS).mapToObj(flow::submit).toList();
        results.forEach(CompletableFuture::join);
        awaitEffects(
                Stream.concat(numbers(0, EVENTS).stream().map(number -> "first " + number), numbers(0, EVENTS).stream())
                        .toList());
    }

    /** Events of all stored slots share a reserve of contexts, of which each slot has a few for itself. */
    @Test
    void goesOnWhenALaterSlotHasHeldAllContexts() {
        int more = 3 * EVENTS;
        held = true;
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(number -> number, "first")
                .join(durable(JoinSettings.single()).capacity(4_096))
                .map(this::write, "second"));
        IntStream.range(0, more).mapToObj(flow::accept).toList().forEach(CompletableFuture::join);
        await("all contexts are held that the slot may have")
                .until(() -> store.queue("flow.second").inWork() == 1_024 - 16);
        held = false;
        gate.open();
        awaitEffects(numbers(0, more));
    }

    @Test
    void failsAnEventWhoseMessageCannotBeWritten() {
        Flow<Object, Object> flow = flows.start(
                Flows.<Object>create("flow").queues(store).join(SINGLE).map(message -> message, "slot"));
        assertThatThrownBy(flow.accept(new Thread())::join).hasMessageContaining("a thread cannot be written");
    }

    @Test
    void givesTasksTheIdOfTheEvent() throws Exception {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(
                        number -> {
                            store.write(EventId.current() + " " + number);
                            return "";
                        },
                        "slot"));
        flow.accept(7, Delivery.id("seven")).get(10, TimeUnit.SECONDS);
        awaitEffects(List.of("seven 7"));
        assertThat(EventId.current()).isNull();
    }

    @Test
    void triesAnEventAgainAsOftenAsItsComponentAllows() {
        AtomicInteger attempts = new AtomicInteger();
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .retry(RetryPolicy.maxRetries(3).delay(Duration.ofMillis(1)))
                .join(SINGLE)
                .map(
                        number -> {
                            store.write("attempt " + attempts.incrementAndGet());
                            if (attempts.get() < 3) {
                                throw new IllegalStateException("not yet");
                            }
                            return write(number);
                        },
                        "slot"));
        assertThat(flow.submit(5).join()).isEqualTo("done 5");
        assertThat(store.effects()).containsExactly("attempt 3", "5");
        assertThat(store.queue("flow.slot").dead()).isEmpty();
    }

    /** The store finds out that the events have ended. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void tellsResultsWhoseCommitHadNoAnswer(String pool, JoinSettings join) {
        store.findOut();
        Flow<Integer, String> flow = flow(join);
        for (int call = 1; call <= 8; call++) {
            List<String> before = store.effects();
            store.failAt(call, Fault.AFTER);
            CompletableFuture<String> result = flow.submit(call);
            String message = String.valueOf(call);
            await("call " + call).until(() -> result.isDone() && store.effects().size() > before.size());
            assertThat(result.handle((value, error) -> error == null ? value : "put: " + error.getMessage())
                            .join())
                    .matches(text -> text.equals("done " + message) || text.contains("the answer to put is lost"));
            assertThat(store.effects()).filteredOn(message::equals).hasSize(1);
        }
        store.failAt(Long.MAX_VALUE / 2, Fault.AFTER);
        awaitNothingLeft();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void doesNotRepeatAPutThatFailed(Fault fault) {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .retry(RetryPolicy.maxRetries(3).delay(Duration.ofMillis(1)))
                .join(SINGLE)
                .map(this::write, "slot"));
        store.failAt(1, fault);
        assertThatThrownBy(flow.accept(5)::join).hasMessageContaining("put");
        awaitEffects(fault == Fault.AFTER ? List.of("5") : List.of());
    }

    @Test
    void rollsBackARangeWhoseErrorACatchComponentHandles() {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(
                        number -> {
                            store.write("undone " + number);
                            return write(-number);
                        },
                        "slot")
                .catching(error -> "caught", "catch")
                .map(
                        text -> {
                            store.write(text);
                            return text;
                        },
                        "after")
                .transaction("slot", "slot", store.shared()));
        assertThat(flow.submit(5).join()).isEqualTo("caught");
        assertThat(store.effects()).containsExactly("caught");
        assertThat(store.queue("flow.slot").dead()).isEmpty();
    }

    /** A range goes on behind a slot in memory: it is in one transaction nevertheless. */
    @Test
    void keepsOneTransactionForARangeThatGoesOnInMemory() {
        Flow<Integer, Integer> flow = rangeOverTwoSlots(JoinSettings.fixed(2));
        IntStream.range(0, 10).forEach(flow::accept);
        awaitEffects(IntStream.range(0, 10)
                .filter(i -> i % 2 == 0)
                .mapToObj(i -> List.of("first " + i, "second " + i))
                .flatMap(List::stream)
                .toList());
        await().untilAsserted(() -> assertThat(store.queue("flow.slot").dead()).hasSize(5));
        await().untilAsserted(
                        () -> assertThat(store.queue("flow.slot").waiting()).isEmpty());
    }

    /** The slot is filled while an event is within the range. */
    @Test
    void keepsOneTransactionForARangeInWhichASlotIsFilled() {
        Flow<Integer, Integer> flow = rangeOverTwoSlots(JoinSettings.fixed(2));
        flows.manager().change(ChangeRequest.takeOut("flow", "next"));
        held = true;
        flow.accept(2);
        gate.awaitReached();
        flow.accept(4);
        flows.manager().change(ChangeRequest.put("flow", "next", JoinSettings.fixed(2)));
        gate.open();
        awaitEffects(List.of("first 2", "second 2", "first 4", "second 4"));
        assertThat(store.commits()).allSatisfy(commit -> assertThat(numbersOf("first ", commit))
                .as("in the same transaction")
                .isEqualTo(numbersOf("second ", commit)));
        await().untilAsserted(
                        () -> assertThat(store.queue("flow.slot").waiting()).isEmpty());
    }

    private static List<String> numbersOf(String prefix, List<String> effects) {
        return effects.stream()
                .filter(effect -> effect.startsWith(prefix))
                .map(effect -> effect.substring(prefix.length()))
                .toList();
    }

    private Flow<Integer, Integer> rangeOverTwoSlots(JoinSettings second) {
        return flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(durable(JoinSettings.fixed(2)))
                .map(
                        number -> {
                            if (held) {
                                gate.pass();
                            }
                            store.write("first " + number);
                            return number;
                        },
                        "slot")
                .join(second)
                .map(
                        number -> {
                            if (number % 2 == 1) {
                                throw new IllegalStateException("odd");
                            }
                            store.write("second " + number);
                            return number;
                        },
                        "next")
                .transaction("slot", "next", store.shared()));
    }

    @Test
    void doesNotBlameAnEventForALostConnection() {
        AtomicInteger attempts = new AtomicInteger();
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(
                        number -> {
                            if (attempts.incrementAndGet() == 1) {
                                store.loseConnection();
                                throw new IllegalStateException("the connection is lost");
                            }
                            return write(number);
                        },
                        "slot"));
        assertThat(flow.submit(5).join()).isEqualTo("done 5");
        assertThat(store.queue("flow.slot").dead()).isEmpty();
    }

    @Test
    void letsACatchComponentOfTheStageHandleTheLastError() {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .retry(RetryPolicy.maxRetries(2).delay(Duration.ofMillis(1)))
                .join(SINGLE)
                .map(this::write, "slot")
                .catching(error -> "caught", "catch"));
        assertThat(flow.submit(-1).join()).isEqualTo("caught");
        assertThat(store.queue("flow.slot").dead()).isEmpty();
    }

    @Test
    void letsLaterEventsPassOneThatHasFailedIfItIsSkipped() {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .onFailure(OnFailure.SKIP)
                .mapSingleThreaded(this::write, "slot"));
        IntStream.of(-1, 2, 3).forEach(flow::accept);
        awaitEffects(List.of("2", "3"));
        assertThat(store.queue("flow.slot").dead()).hasSize(1);
    }

    private static final class Halves implements SimpleTask<Integer, List<Integer>> {

        @Override
        public List<Integer> apply(Integer message) {
            return List.of(message / 2, message / 2);
        }
    }

    private static final class Log implements SideEffectTask<Object> {

        @Override
        public void accept(Object message) {}
    }

    @Test
    void tellsTheStoreWhichTypesComponentsDeclare() {
        flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .map(new Halves(), "halves")
                .forEach(new Log(), "log")
                .join(SINGLE)
                .map(halves -> halves, "slot"));

        assertThat(store.queue("flow.slot").definition().messageTypes())
                .extracting(Type::getTypeName)
                .containsExactly("java.lang.Object", "java.util.List<java.lang.Integer>");
    }
}
