package io.concor.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.BatchTask;
import io.concor.Continuation;
import io.concor.EventTimeoutException;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.JoinSettings;
import io.concor.leak.LeakCheck;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FlowTesterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Queue<Continuation<Integer>> pending = new ConcurrentLinkedQueue<>();
    private final CountDownLatch holding = new CountDownLatch(1);
    private final CountDownLatch held = new CountDownLatch(1);

    private final Flow<String, Integer> flow = Flows.<String>create("lengths")
            .timeout(TIMEOUT)
            .mapSingleThreaded(String::strip, "strip")
            .map(FlowTesterTest::length, "length")
            .catching(error -> -1, "no-length")
            .build();
    private final Flow<Integer, Integer> remote = Flows.<Integer>create("remote")
            .timeout(TIMEOUT)
            .<Integer>bind((event, continuation) -> pending.add(continuation), "call")
            .map(answer -> answer + 1, "answer")
            .build();
    private final Flow<Integer, Integer> slow = Flows.<Integer>create("slow")
            .timeout(TIMEOUT)
            .join(JoinSettings.single())
            .map(this::hold, "hold")
            .build();

    @AfterEach
    void close() {
        held.countDown();
        pending.forEach(continuation -> continuation.complete(0));
        flow.close();
        remote.close();
        slow.close();
    }

    private static Integer length(String text) {
        if (text.isEmpty()) {
            throw new IllegalStateException("empty");
        }
        return text.length();
    }

    private Integer hold(Integer event) throws InterruptedException {
        holding.countDown();
        held.await();
        return event;
    }

    @Test
    void runsABatchTaskWithBatchesOfOneOnTheThreadOfTheTest() {
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        BatchTask<String, Integer> writer = texts -> {
            sizes.add(texts.size());
            return texts.stream().map(String::length).toList();
        };
        try (Flow<String, Integer> bills =
                Flows.<String>create("bills").mapBatch(writer, "writer").build()) {
            FlowTester tester = FlowTester.of(bills).withoutJoins();

            assertThat(bills.submit("one")).isCompletedWithValue(3);
            assertThat(bills.submit("four")).isCompletedWithValue(4);

            assertThat(sizes).containsExactly(1, 1);
            assertThat(tester).component("writer").hasHandled(2).hasRunOnlyOn(Thread.currentThread());
        }
    }

    @Test
    void countsTheEventsOfABatchOneByOne() throws Exception {
        BatchTask<String, Integer> writer = texts -> {
            holding.countDown();
            held.await();
            return texts.stream().map(String::length).toList();
        };
        try (Flow<String, Integer> bills =
                Flows.<String>create("bills").mapBatch(writer, "writer").build()) {
            FlowTester tester = FlowTester.of(bills);
            bills.apply("first");
            holding.await();
            bills.apply("in one batch");
            bills.apply("with this one");
            held.countDown();
            tester.awaitIdle();

            assertThat(tester).hasCompleted(3).component("writer").hasHandled(3).hasFailed(0);
        }
    }

    @Test
    void countsTheEventsOfTheFlowAndOfEachComponent() {
        FlowTester tester = FlowTester.of(flow);

        flow.apply(" one ");
        flow.apply(" ");
        flow.apply("two");
        tester.awaitIdle();

        assertThat(tester)
                .isIdle()
                .hasInFlight(0)
                .hasCompleted(3)
                .hasFailed(0)
                .hasTimedOut(0)
                .hasRefused(0)
                .component("strip")
                .hasHandled(3)
                .hasFailed(0)
                .returnToFlow()
                .component("length")
                .hasHandled(3)
                .hasFailed(1)
                .hasFailedOnlyWith(IllegalStateException.class)
                .returnToFlow()
                .component("no-length")
                .hasHandled(1);
    }

    @Test
    void countsFromItsCreation() {
        assertThat(flow.submit("one")).succeedsWithin(PATIENCE);
        FlowTester.of(flow).awaitIdle();

        assertThat(FlowTester.of(flow)).hasCompleted(0).component("length").hasHandledNone();
    }

    @Test
    void measuresEachEvent() {
        FlowTester tester = FlowTester.of(flow);

        for (int i = 0; i < 200; i++) {
            flow.apply("event");
        }
        tester.awaitIdle();

        assertThat(tester).hasStatistics(figures -> assertThat(
                        figures.components().get(0).service().samples())
                .isEqualTo(200));
    }

    @Test
    void runsEventsWithTheJoinsOfTheFlow() {
        FlowTester tester = FlowTester.of(flow);

        assertThat(flow.submit("one")).succeedsWithin(PATIENCE).isEqualTo(3);

        assertThat(tester).hasJoinsAt("strip").component("strip").hasNeverRunOn(Thread.currentThread());
    }

    @Test
    void runsEventsOnTheThreadOfTheCallerWithoutJoins() {
        FlowTester tester = FlowTester.of(flow).withoutJoins();

        assertThat(flow.submit("one")).isCompletedWithValue(3);

        assertThat(tester)
                .hasJoinsAt()
                .component("strip")
                .hasRunOnlyOn(Thread.currentThread())
                .returnToFlow()
                .component("length")
                .hasRunOnlyOn(Thread.currentThread());
    }

    @Test
    void putsBackWhatItChangedWhenItIsClosed() {
        try (FlowTester tester = FlowTester.of(flow).withoutJoins().stopClock()) {
            assertThat(tester).hasJoinsAt();
        }

        FlowTester next = FlowTester.of(flow);
        assertThat(next).hasJoinsAt("strip");
        assertThat(flow.submit("one")).succeedsWithin(PATIENCE);
        assertThat(next).component("strip").hasNeverRunOn(Thread.currentThread());
    }

    @Test
    void findsNoLeaksWhereTheyAreLookedForOnly() {
        FlowTester unchecked = FlowTester.of(flow);
        assertThatThrownBy(() -> assertThat(unchecked).hasNoLeaks()).hasMessageContaining("concor.checks.leaks");

        try (Flow<String, String> checked = Flows.<String>create("checked")
                .map(String::strip, "strip")
                .checking(LeakCheck.FAIL)
                .build()) {
            assertThat(FlowTester.of(checked)).hasNoLeaks();
        }
    }

    @Test
    void endsAPendingTransitionWhenTheClockPassesTheTimeout() {
        FlowTester tester = FlowTester.of(remote).stopClock();
        CompletableFuture<Integer> result = remote.submit(1);

        tester.advanceClock(TIMEOUT);
        assertThat(tester).hasInFlight(1).hasTimedOut(0);
        tester.advanceClock(Duration.ofNanos(1));

        assertThat(result).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(EventTimeoutException.class);
        tester.awaitIdle();
        assertThat(tester)
                .hasTimedOut(1)
                .hasFailed(1)
                .component("call")
                .hasFailedOnlyWith(EventTimeoutException.class)
                .returnToFlow()
                .component("answer")
                .hasHandledNone();
    }

    @Test
    void endsAnEventThatWaitsInASlotWhenTheClockPassesTheTimeout() throws Exception {
        FlowTester tester = FlowTester.of(slow).stopClock();
        CompletableFuture<Integer> working = slow.submit(1);
        assertThat(holding.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Integer> waiting = slow.submit(2);

        tester.advanceClock(TIMEOUT.plusSeconds(1));

        assertThat(waiting).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(EventTimeoutException.class);
        assertThat(working).isNotDone();
    }

    @Test
    void agesEventsAgainWhenTheClockRunsOn() {
        try (Flow<Integer, Integer> hasty = Flows.<Integer>create("hasty")
                .timeout(Duration.ofMillis(20))
                .<Integer>bind((event, continuation) -> pending.add(continuation), "call")
                .build()) {
            FlowTester tester = FlowTester.of(hasty).stopClock();
            CompletableFuture<Integer> result = hasty.submit(1);

            tester.resumeClock();

            assertThat(result).failsWithin(PATIENCE);
        }
    }

    @Test
    void reportsWhereEventsAreThatDoNotEnd() throws Exception {
        FlowTester tester = FlowTester.of(slow);
        slow.apply(1);
        assertThat(holding.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        slow.apply(2);

        assertThatThrownBy(() -> tester.awaitIdle(Duration.ofMillis(200)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("'slow'")
                .hasMessageContaining("2 events are inside")
                .hasMessageContaining("at slot 'hold' 1 wait and 1 threads work");
    }

    @Test
    void reportsEventsThatWaitForAContinuation() {
        FlowTester tester = FlowTester.of(remote);
        remote.apply(1);

        assertThatThrownBy(() -> assertThat(tester).isIdle())
                .hasMessageContainingAll("but 1 event is inside", "wait for a continuation");
    }

    @Test
    void reportsWhatWasCountedInstead() {
        FlowTester tester = FlowTester.of(flow);

        assertThatThrownBy(() -> assertThat(tester).hasCompleted(1))
                .hasMessageContainingAll(
                        "Flow 'lengths'", "expected completed events: 1", "but there are: 0", "completed 0, failed 0,");
        assertThatThrownBy(() -> assertThat(tester).component("strip").hasHandled(1))
                .hasMessageContainingAll("Component 'strip'", "expected to have handled: 1", "but it handled: 0");
        assertThatThrownBy(() -> assertThat(tester).component("strip").hasFailed(1))
                .hasMessageContaining("expected failures: 1");
        assertThatThrownBy(() -> assertThat(tester).hasJoinsAt())
                .hasMessageContainingAll("expected joins at: []", "but they are at: [strip]");
        assertThatThrownBy(() -> assertThat(tester).component("stirp"))
                .hasMessageContainingAll("expected a component: stirp", "strip", "length", "no-length");
    }

    @Test
    void doesNotSetTheClockBack() {
        FlowTester tester = FlowTester.of(flow);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> tester.advanceClock(Duration.ofSeconds(-1)))
                .withMessageContainingAll("lengths", "PT-1S");
    }

    @Test
    void refusesAFlowOfAnotherImplementation() {
        Flow<?, ?> proxy = (Flow<?, ?>) Proxy.newProxyInstance(
                Flow.class.getClassLoader(), new Class<?>[] {Flow.class}, (self, method, arguments) -> "proxied");

        assertThatThrownBy(() -> FlowTester.of(proxy))
                .isInstanceOf(InvalidFlowException.class)
                .hasMessageContaining("proxied");
    }
}
