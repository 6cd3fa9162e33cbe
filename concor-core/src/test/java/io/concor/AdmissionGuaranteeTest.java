package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.manage.Manager;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Guarantee 7: waiting happens at the door. */
class AdmissionGuaranteeTest {

    private final Manager manager = new Manager();

    @Test
    void neverHoldsMoreEventsThanItAdmits() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (Flow<Integer, Integer> flow = Flows.<Integer>create("bounded")
                .forEach(event -> most.accumulateAndGet(inside.incrementAndGet(), Math::max), "first")
                .join(JoinSettings.fixed(3))
                .forEach(event -> inside.decrementAndGet(), "last")
                .maxInFlight(7)
                .build()) {
            List<CompletableFuture<Void>> producers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                producers.add(RunningFlows.onOwnThread(() -> {
                    for (int event = 0; event < 20_000; event++) {
                        flow.apply(event);
                    }
                }));
            }
            CompletableFuture.allOf(producers.toArray(CompletableFuture[]::new)).join();
        }
        assertThat(most.get()).isBetween(1, 7);
        assertThat(inside).hasValue(0);
    }

    @Test
    void refusesAnotherEventAtOnceWhenFullAndCountsIt() {
        Semaphore finish = new Semaphore(0);
        try (Flow<Integer, Integer> flow = Flows.<Integer>create("full")
                .join(JoinSettings.single())
                .forEach(event -> finish.acquireUninterruptibly(), "slow")
                .maxInFlight(2)
                .build()) {
            manager.register(flow);
            assertThat(flow.tryApply(1)).isTrue();
            assertThat(flow.tryApply(2)).isTrue();
            assertThat(flow.tryApply(3)).isFalse();
            assertThat(manager.flow("full").summary().refused()).isEqualTo(1);
            finish.release(2);
            await("room again").until(() -> flow.tryApply(4));
            finish.release();
        }
    }

    @Test
    void neverKeepsAForeignThreadWaitingForAFullRing() throws Exception {
        Queue<Continuation<Integer>> continuations = new ConcurrentLinkedQueue<>();
        CountDownLatch finish = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        try (Flow<Integer, Integer> flow = Flows.<Integer>create("foreign")
                .<Integer>bind((event, continuation) -> continuations.add(continuation), "remote")
                .join(JoinSettings.single().capacity(1))
                .forEach(
                        event -> {
                            finish.await();
                            ended.incrementAndGet();
                        },
                        "slow")
                .maxInFlight(100)
                .build()) {
            manager.register(flow);
            for (int event = 0; event < 100; event++) {
                assertThat(flow.tryApply(event)).isTrue();
            }
            CompletableFuture<Void> callback =
                    RunningFlows.onOwnThread(() -> continuations.forEach(continuation -> continuation.complete(1)));
            callback.get(10, TimeUnit.SECONDS);
            assertThat(manager.flow("foreign").slot("slow").queueSize()).isGreaterThanOrEqualTo(99);
            finish.countDown();
            await("all events end").until(() -> ended.get() == 100);
        }
    }

    @Test
    void letsTheStageBeforePauseWhileTheRingIsFull() {
        CountDownLatch finish = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger passed = new AtomicInteger();
        try (Flow<Integer, Integer> flow = Flows.<Integer>create("pausing")
                .join(JoinSettings.single())
                .forEach(event -> passed.incrementAndGet(), "quick")
                .join(JoinSettings.single().capacity(4))
                .forEach(
                        event -> {
                            finish.await();
                            ended.incrementAndGet();
                        },
                        "slow")
                .maxInFlight(100)
                .build()) {
            manager.register(flow);
            for (int event = 0; event < 100; event++) {
                flow.apply(event);
            }
            await("the ring is full")
                    .until(() -> manager.flow("pausing").slot("slow").queueSize() == 4);
            await("the stage before pauses").until(() -> passed.get() == 6);
            assertThat(manager.flow("pausing").slot("quick").queueSize()).isEqualTo(94);
            finish.countDown();
            await("all events end").until(() -> ended.get() == 100);
        }
    }

    @Test
    void letsManyPausingThreadsPassARingOfOneEvent() {
        AtomicInteger ended = new AtomicInteger();
        try (Flow<Integer, Integer> flow = Flows.<Integer>create("narrow")
                .join(JoinSettings.fixed(128))
                .map(event -> event, "wide")
                .join(JoinSettings.single().capacity(1))
                .forEach(event -> ended.incrementAndGet(), "narrow")
                .build()) {
            for (int event = 0; event < 5_000; event++) {
                flow.apply(event);
            }
            await("all events end").until(() -> ended.get() == 5_000);
        }
    }
}
