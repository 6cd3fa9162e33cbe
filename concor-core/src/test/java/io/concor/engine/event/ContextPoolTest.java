package io.concor.engine.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.concor.fixture.RunningFlows;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContextPoolTest {

    private static final int ROUNDS = 200_000;

    @Test
    void numbersEventsWithoutGapsForTheSampler() {
        ContextPool pool = new ContextPool(3, false);
        List<Long> numbers = new ArrayList<>();
        pool.sample(numbers::add);
        for (int i = 0; i < 100; i++) {
            Context context = pool.take();
            assertThat(context.sampled).isTrue();
            pool.give(context);
        }
        assertThat(numbers).isEqualTo(LongStream.range(0, 100).boxed().toList());
    }

    @Test
    void givesNoMoreContextsThanItHas() {
        ContextPool pool = new ContextPool(5, false);
        for (int i = 0; i < 5; i++) {
            assertThat(pool.take()).isNotNull();
        }
        assertThat(pool.take()).isNull();
        assertThat(pool.free()).isZero();
        assertThat(pool.held()).isEqualTo(5);
    }

    @Test
    void makesItsReserveWhenItIsNeeded() {
        ContextPool pool = new ContextPool(2, 3, false);
        pool.sample(event -> true);
        assertThat(pool.takeReserved()).isNull();
        assertThat(pool.all()).hasSize(2);
        Context admitted = pool.take();

        pool.reserve();
        pool.reserve();

        assertThat(pool.all()).hasSize(5);
        assertThat(pool.all()[admitted.index]).isSameAs(admitted);
        List<Context> reserved = Stream.generate(pool::takeReserved).limit(3).toList();
        assertThat(reserved).extracting(context -> context.index).containsExactly(2, 3, 4);
        assertThat(reserved).allMatch(context -> context.sampled);
        assertThat(pool.takeReserved()).isNull();
        assertThat(pool.held()).isEqualTo(4);
        pool.giveReserved(reserved.get(1));
        List<Context> held = new ArrayList<>();
        pool.forEachHeld(held::add);
        assertThat(held).containsExactlyInAnyOrder(admitted, reserved.get(0), reserved.get(2));
    }

    @Test
    void leavesTheProcessorToWhoIsJustGivingAContextBack() throws Exception {
        ContextPool pool = new ContextPool(1, false);
        Context context = pool.take();
        AtomicReference<Context> taken = new AtomicReference<>();
        long claimed = pool.claim();
        Thread entering = new Thread(() -> taken.set(pool.take()));
        entering.start();
        await("who takes it stands aside").until(() -> entering.getState() == Thread.State.TIMED_WAITING);

        pool.publish(claimed, context.index);

        entering.join(TimeUnit.SECONDS.toMillis(20));
        assertThat(taken).hasValue(context);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64})
    void neverGivesAContextToTwoOwners(int size) throws Exception {
        ContextPool pool = new ContextPool(size, false);
        AtomicInteger held = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<CompletableFuture<Void>> owners = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int owner = i;
            owners.add(RunningFlows.onOwnThread(() -> takeAndGive(pool, owner, held, most)));
        }
        CompletableFuture.allOf(owners.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        assertThat(most.get()).isLessThanOrEqualTo(size);
        assertThat(pool.held()).isZero();
    }

    @Test
    void passesOnTheContextsThatAreHeld() {
        ContextPool pool = new ContextPool(3, false);
        for (int round = 0; round < 20; round++) {
            Context first = pool.take();
            Context second = pool.take();
            assertThat(held(pool)).containsExactlyInAnyOrder(first, second);
            pool.give(first);
            assertThat(held(pool)).containsExactly(second);
            pool.give(second);
            assertThat(held(pool)).isEmpty();
        }
    }

    @Test
    void passesOnAHeldContextWhileOthersComeAndGo() throws Exception {
        ContextPool pool = new ContextPool(4, false);
        Context kept = pool.take();
        CompletableFuture<Void> others = CompletableFuture.allOf(
                RunningFlows.onOwnThread(() -> complete(pool, new AtomicInteger(), new AtomicInteger())),
                RunningFlows.onOwnThread(() -> complete(pool, new AtomicInteger(), new AtomicInteger())));
        while (!others.isDone()) {
            assertThat(held(pool)).contains(kept);
        }
        others.get(60, TimeUnit.SECONDS);
        assertThat(held(pool)).containsExactly(kept);
    }

    private static List<Context> held(ContextPool pool) {
        List<Context> held = new ArrayList<>();
        pool.forEachHeld(held::add);
        return held;
    }

    @Test
    void countsAnewWhatWasInsideAtTheLastCount() {
        ContextPool pool = new ContextPool(2, false);
        Context context = pool.take();
        assertThat(pool.completed()).isZero();
        context.countCompleted();
        pool.give(context);
        assertThat(pool.completed()).isEqualTo(1);
    }

    /** A count may be one that was taken when no event was inside, but never an old one. */
    @Test
    void countsWhatHasEndedWhileOthersComeAndGo() throws Exception {
        ContextPool pool = new ContextPool(4, false);
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        List<CompletableFuture<Void>> owners = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            owners.add(RunningFlows.onOwnThread(() -> complete(pool, begun, ended)));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(owners.toArray(CompletableFuture[]::new));
        while (!all.isDone()) {
            int atLeast = ended.get();
            long counted = pool.completed();
            assertThat(counted).isBetween((long) atLeast, (long) begun.get());
        }
        all.get(60, TimeUnit.SECONDS);
        assertThat(List.of(pool.completed(), pool.completed())).containsOnly(2L * ROUNDS);
    }

    private static void complete(ContextPool pool, AtomicInteger begun, AtomicInteger ended) {
        for (int i = 0; i < ROUNDS; i++) {
            begun.incrementAndGet();
            Context context = pool.take();
            context.countCompleted();
            pool.give(context);
            ended.incrementAndGet();
            Thread.onSpinWait();
        }
    }

    private static void takeAndGive(ContextPool pool, int owner, AtomicInteger held, AtomicInteger most) {
        for (int i = 0; i < ROUNDS; i++) {
            Context context = pool.take();
            if (context != null) {
                most.accumulateAndGet(held.incrementAndGet(), Math::max);
                context.enteredNanos = owner;
                Thread.onSpinWait();
                if (context.enteredNanos != owner) {
                    throw new AssertionError("two owners");
                }
                held.decrementAndGet();
                pool.give(context);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"16, false", "1000, false", "1024, false", "100000, false", "1000, true", "100000, true"})
    void countsWhatItReallyTakes(int maxInFlight, boolean recovers) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ContextPool[] pools = new ContextPool[20];
        pools[0] = new ContextPool(maxInFlight, recovers);

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < pools.length; i++) {
            pools[i] = new ContextPool(maxInFlight, recovers);
        }
        long taken = (threads.getCurrentThreadAllocatedBytes() - before) / pools.length;

        assertThat(ContextPool.bytes(maxInFlight, recovers)).isCloseTo(taken, Percentage.withPercentage(10));
    }
}
