package io.concor.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.PoolState;
import io.concor.fixture.RunningFlows;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {

    private static final int IN_FLIGHT = 64;

    private final ContextPool pool = new ContextPool(IN_FLIGHT, false);
    private final Ring ring = new Ring(pool, 8);
    private final Worker worker = new Worker(new PoolState(ring::isDrained), true);

    @Test
    void givesEventsInTheOrderInWhichTheyWerePut() {
        List<Context> put = contexts(10);
        put.forEach(ring::put);
        assertThat(ring.count()).isEqualTo(10);
        assertThat(put).allSatisfy(context -> assertThat(ring.take(worker)).isSameAs(context));
        assertThat(ring.take(worker)).isNull();
        assertThat(ring.isEmpty()).isTrue();
    }

    @Test
    void takesMoreEventsThanItsCapacityAndStillAsManyEmptyCells() {
        contexts(IN_FLIGHT).forEach(ring::put);
        for (int i = 0; i < IN_FLIGHT; i++) {
            ring.close();
        }
        assertThat(ring.count()).isEqualTo(2 * IN_FLIGHT);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, IN_FLIGHT * 3 - 1})
    void keepsTheOrderOfTheOthersWhenEventsAreRemoved(int passedBefore) {
        for (int i = 0; i < passedBefore; i++) {
            ring.put(pool.take());
            pool.give(ring.take(worker));
        }
        List<Context> put = contexts(9);
        put.forEach(ring::put);
        List<Context> odd =
                put.stream().filter(context -> put.indexOf(context) % 2 == 1).toList();
        List<Context> even =
                put.stream().filter(context -> !odd.contains(context)).toList();
        List<Context> removed = new ArrayList<>();

        ring.removeIf(odd::contains, removed);

        assertThat(removed).isEqualTo(odd);
        assertThat(ring.count()).isEqualTo(even.size());
        assertThat(even).allSatisfy(context -> assertThat(ring.take(worker)).isSameAs(context));
        assertThat(ring.isEmpty()).isTrue();
        assertThat(ring.taken()).isEqualTo(passedBefore + even.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void keepsTheOthersBeforeItsTombstoneWhenAnEventIsRemoved(int gone) {
        List<Context> put = contexts(3);
        put.forEach(ring::put);
        ring.close();
        Context expired = put.remove(gone);

        ring.removeIf(expired::equals, new ArrayList<>());

        for (Context other : put) {
            assertThat(ring.isDrained()).isFalse();
            assertThat(ring.take(worker)).isSameAs(other);
        }
        assertThat(ring.isDrained()).isTrue();
        assertThat(ring.taken()).isEqualTo(put.size());
    }

    @Test
    void hasRoomForAnyNumberOfEventsThatAreRemovedWhileNoThreadTakes() {
        Context first = pool.take();
        ring.put(first);
        for (int i = 0; i < IN_FLIGHT * 10; i++) {
            Context next = pool.take();
            ring.put(next);
            ring.removeIf(next::equals, new ArrayList<>());
            pool.give(next);
        }
        assertThat(ring.take(worker)).isSameAs(first);
        assertThat(ring.isEmpty()).isTrue();
    }

    @Test
    void refusesEventsAfterItsTombstone() {
        ring.put(pool.take());
        ring.close();
        assertThat(ring.put(pool.take())).isFalse();
        assertThat(ring.isDrained()).isFalse();
        assertThat(ring.take(worker)).isNotNull();
        assertThat(ring.isDrained()).isTrue();
        assertThat(ring.take(worker)).as("only empty cells are left").isNull();
    }

    @Test
    void takesEventsAgainWhenItIsReopened() {
        ring.close();
        ring.reopen();
        Context context = pool.take();
        assertThat(ring.put(context)).isTrue();
        assertThat(ring.take(worker)).isSameAs(context);
    }

    @Test
    void showsItsTakerAsBusyOnlyIfItGotAnEvent() {
        assertThat(ring.take(worker)).isNull();
        assertThat(worker.isBusy()).isFalse();
        ring.put(pool.take());
        ring.take(worker);
        assertThat(worker.isBusy()).isTrue();
    }

    @RepeatedTest(200)
    void losesNoEventThatWasPutWhileItWasClosed() throws Exception {
        int publishers = 3;
        CyclicBarrier start = new CyclicBarrier(publishers + 1);
        AtomicInteger put = new AtomicInteger();
        List<CompletableFuture<Void>> publishing = new ArrayList<>();
        for (int i = 0; i < publishers; i++) {
            publishing.add(RunningFlows.onOwnThread(() -> {
                await(start);
                for (int n = 0; n < IN_FLIGHT / publishers && ring.put(pool.take()); n++) {
                    put.incrementAndGet();
                }
            }));
        }
        await(start);
        ring.close();
        CompletableFuture.allOf(publishing.toArray(CompletableFuture[]::new)).get(10, TimeUnit.SECONDS);
        int taken = 0;
        while (!ring.isDrained()) {
            taken += ring.take(worker) == null ? 0 : 1;
        }
        assertThat(taken).as("events before the tombstone").isEqualTo(put.get());
        assertThat(ring.take(worker)).as("events behind the tombstone").isNull();
    }

    private List<Context> contexts(int number) {
        List<Context> contexts = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            contexts.add(pool.take());
        }
        return contexts;
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 1000, 1024, 100_000})
    void countWhatARingReallyTakes(int maxInFlight) {
        ContextPool contexts = new ContextPool(maxInFlight, false);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Ring[] rings = new Ring[20];
        rings[0] = new Ring(contexts, 1024);

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < rings.length; i++) {
            rings[i] = new Ring(contexts, 1024);
        }
        long taken = (threads.getCurrentThreadAllocatedBytes() - before) / rings.length;

        assertThat(Ring.bytes(maxInFlight)).isCloseTo(taken, Percentage.withPercentage(10));
    }
}
