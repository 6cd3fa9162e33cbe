package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.StoredFlows;
import io.concor.layout.StopReport;
import io.concor.queue.Ending;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
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
