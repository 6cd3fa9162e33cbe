package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.fixture.StoredFlows;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of stored events whose transactions do not commit, that fail, or that a stop leaves. */
@Timeout(60)
class StoredFailuresTest extends StoredFlows {

    private static final Duration PAUSE = Duration.ofMillis(50);

    @Test
    void pausesBeforeATransactionThatDidNotCommitIsRepeated() {
        List<Long> attempts = new CopyOnWriteArrayList<>();
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(
                        number -> {
                            attempts.add(System.nanoTime());
                            return write(number);
                        },
                        "slot"));
        store.refuseCommits("5", 2);
        assertThat(flow.submit(5).join()).isEqualTo("done 5");
        assertThat(attempts).hasSize(3);
        for (int i = 1; i < attempts.size(); i++) {
            assertThat(attempts.get(i) - attempts.get(i - 1)).isGreaterThanOrEqualTo(PAUSE.toNanos());
        }
    }

    static Stream<Arguments> oneThreaded() {
        return pools().filter(pool -> ((JoinSettings) pool.get()[1]).oneThreaded());
    }

    /** The attempts together with others do not count as its own. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("oneThreaded")
    void anEventAloneIsRepeatedAlsoAfterItWasHandledWithOthers(String pool, JoinSettings join) {
        held = true;
        Flow<Integer, String> flow = flow(join);
        flow.submit(0);
        gate.awaitReached();
        List<CompletableFuture<String>> results =
                IntStream.range(1, 17).map(i -> 10 * i).mapToObj(flow::submit).toList();
        await().until(() -> store.queue("flow.slot").waiting().size() == 17);
        store.refuseCommits("50", 6);
        gate.open();
        assertThat(results).allSatisfy(result -> assertThat(result.join()).startsWith("done"));
        assertThat(store.queue("flow.slot").dead()).isEmpty();
    }

    @Test
    void aPolicyIsAskedOnceForEachError() {
        AskedPolicy policy = new AskedPolicy();
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .retry(policy)
                .map(this::write, "slot")
                .catching(error -> "caught", "catch"));
        assertThat(flow.submit(-1).join()).isEqualTo("caught");
        assertThat(policy.asked()).isEqualTo(3);
    }

    @Test
    void theStoreKeepsTheOrderOfAnEventThatFailsInFrontOfASlotInMemory() {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .retry(RetryPolicy.maxRetries(3).delay(Duration.ofMillis(200)))
                .mapSingleThreaded(
                        number -> {
                            if (number == 1 && held) {
                                held = false;
                                throw new IllegalStateException("not yet");
                            }
                            return write(number);
                        },
                        "slot")
                .join(JoinSettings.fixed(1))
                .map(text -> text, "memory"));
        held = true;
        List<CompletableFuture<String>> results =
                IntStream.of(1, 2, 3).mapToObj(flow::submit).toList();
        results.forEach(CompletableFuture::join);
        assertThat(store.effects()).containsExactly("1", "2", "3");
    }

    /** Such an event ends in the store that it came from. */
    @Test
    void eventsOfAStoreWaitInALaterSlotThatBecomesDurable() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        held = true;
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(number -> number, "first")
                .join(JoinSettings.fixed(2))
                .map(
                        number -> {
                            calls.incrementAndGet();
                            return write(number);
                        },
                        "second"));
        List<CompletableFuture<String>> results =
                IntStream.range(0, 50).mapToObj(flow::submit).toList();
        await().until(() -> flows.manager().flow("flow").slot("second").queueSize() == 48);
        held = false; // for all but the two threads at the gate
        flows.manager().change(ChangeRequest.put("flow", "second", durable(JoinSettings.fixed(2))));
        gate.open();
        for (CompletableFuture<String> result : results) {
            RunningFlows.get(result);
        }
        awaitEffects(numbers(0, 50));
        await().untilAsserted(
                        () -> assertThat(store.queue("flow.first").waiting()).isEmpty());
        assertThat(calls).as("no event was repeated").hasValue(50);
        await().until(() -> flows.manager().flow("flow").inFlight() == 0);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void aStopTellsWhoAwaitsAStoredEventThatItIsSafe(String pool, JoinSettings join) throws Exception {
        held = true;
        Flow<Integer, String> flow = flow(join);
        List<CompletableFuture<String>> results =
                IntStream.range(0, 10).mapToObj(flow::submit).toList();
        gate.awaitReached();
        await().until(() -> store.queue("flow.slot").waiting().size() == 10);
        List<String> ids = store.queue("flow.slot").waiting();

        flows.manager().flow("flow").stop(Duration.ZERO); // interrupts the tasks

        for (int i = 0; i < 10; i++) {
            Throwable error = RunningFlows.errorOf(results.get(i));
            assertThat(error)
                    .isInstanceOf(FlowStoppedException.class)
                    .hasMessageContainingAll("It has not failed", "'slot'", ids.get(i));
            assertThat(((FlowStoppedException) error).storedEventId()).isEqualTo(ids.get(i));
        }
        assertThat(store.queue("flow.slot").dead()).isEmpty();
        assertThat(store.queue("flow.slot").waiting()).isEqualTo(ids);
        held = false;
        flows.manager().flow("flow").start();
        awaitEffects(numbers(0, 10));
        assertOrder(join);
    }

    /** Else a caller might act on what a crash undoes. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void aCallerLearnsTheResultWhenTheStoreHasTheEnd(String pool, JoinSettings join) throws Exception {
        Flow<Integer, String> flow = flow(join);
        store.queue("flow.slot").ends().hold();
        CompletableFuture<String> value = flow.submit(1);
        CompletableFuture<Boolean> ownThread = flow.submit(2)
                .thenApply(done -> Thread.currentThread().getName().equals("simulated-store"));
        CompletableFuture<String> error = flow.submit(-1);
        await().until(() -> store.queue("flow.slot").ends().count() == 3);
        assertThat(value).isNotDone();
        assertThat(ownThread).isNotDone();
        assertThat(error).isNotDone();

        store.queue("flow.slot").ends().confirm();

        assertThat(RunningFlows.get(value)).isEqualTo("done 1");
        assertThat(RunningFlows.get(ownThread))
                .as("code of callers on the thread of the store")
                .isFalse();
        assertThat(RunningFlows.errorOf(error)).hasMessageContaining("negative");
    }

    @Test
    void aStopFailsWhoAwaitsAnEndThatTheStoreDoesNotHave() throws Exception {
        Flow<Integer, String> flow = flow(SINGLE);
        store.queue("flow.slot").ends().hold();
        CompletableFuture<String> result = flow.submit(1);
        await().until(() -> store.queue("flow.slot").ends().count() == 1);
        flows.manager().flow("flow").stop(Duration.ofSeconds(5));
        assertThat(RunningFlows.errorOf(result))
                .isInstanceOf(FlowStoppedException.class)
                .hasMessageContaining("'slot'");
    }

    @Test
    void aStopSaysThatItDoesNotKnowWhetherAnEventIsStored() throws Exception {
        Flow<Integer, String> flow = flow(SINGLE);
        flow.accept(1).get(10, TimeUnit.SECONDS);
        awaitEffects(List.of("1"));
        store.queue("flow.slot").reachable(false);
        CompletableFuture<@Nullable Void> accepted = flow.accept(2);
        CompletableFuture<String> submitted = flow.submit(3);

        flows.manager().flow("flow").stop(Duration.ZERO);

        for (CompletableFuture<?> future : List.of(accepted, submitted)) {
            assertThatThrownBy(future::join)
                    .hasCauseInstanceOf(FlowStoppedException.class)
                    .hasMessageContaining("Whether the event is stored is not known")
                    .satisfies(thrown -> assertThat(((FlowStoppedException) thrown.getCause()).storedEventId())
                            .isNull());
        }
        store.queue("flow.slot").reachable(true);
    }

    /** Each further run of the task would fail again, and be counted by no attempt. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void doesNotRunATaskAgainBecauseItsFailureCannotBeWritten(String pool, JoinSettings join) {
        Flow<Integer, String> flow = flow(join);
        store.refuseDead(20);
        assertThatThrownBy(flow.submit(-1)::join).hasMessageContaining("negative");
        await().untilAsserted(() -> assertThat(store.queue("flow.slot").dead()).hasSize(1));
        assertThat(flow.submit(5).join()).isEqualTo("done 5");
        assertThat(runs).as("runs of both events").hasValue(2);
        await().until(() -> flows.manager().flow("flow").inFlight() == 0);
    }

    @Test
    void aDelayThatNoDatabaseCanKeepIsBounded() {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .retry(RetryPolicy.maxRetries(1))
                .join(SINGLE)
                .map(
                        number -> {
                            if (runs.get() == 0) {
                                runs.incrementAndGet();
                                throw new RetryAfterException(ChronoUnit.FOREVER.getDuration());
                            }
                            return write(number);
                        },
                        "slot"));
        assertThat(flow.submit(5).join()).isEqualTo("done 5");
        assertThat(store.queue("flow.slot").postponed())
                .singleElement()
                .satisfies(postponed -> assertThat(postponed.delay()).isEqualTo(Duration.ofDays(36_500)));
    }

    /** An event with an error waits in the ring of the next slot, among events of that slot's own queue. */
    @Test
    void handlesAnEventOfAnEarlierQueueApartFromThoseOfItsOwn() {
        List<String> handled = new CopyOnWriteArrayList<>();
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(
                        number -> {
                            if (number < 0) {
                                throw new IllegalArgumentException("negative");
                            }
                            return number;
                        },
                        "first")
                .join(SINGLE)
                .map(
                        number -> {
                            if (held) {
                                gate.pass();
                            }
                            handled.add(number.toString());
                            return number;
                        },
                        "slot")
                .catching(
                        error -> {
                            handled.add(error.getMessage());
                            return 0;
                        },
                        "recover"));
        held = true;
        flow.accept(1);
        gate.awaitReached();
        for (int number : List.of(2, -1)) {
            long before = flows.manager().flow("flow").slot("slot").queueSize();
            flow.accept(number);
            await().until(() -> flows.manager().flow("flow").slot("slot").queueSize() > before);
        }
        held = false;
        gate.open();
        awaitNothingLeft();
        assertThat(handled).containsExactly("1", "2", "negative");
        await("its end in the store")
                .until(() -> store.queue("flow.first").waiting().isEmpty());
    }
}
