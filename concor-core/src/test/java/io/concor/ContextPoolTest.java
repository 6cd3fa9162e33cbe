package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextPoolTest {

    private static final int ROUNDS = 200_000;

    @Test
    void numbersEventsWithoutGapsForTheSampler() {
        ContextPool pool = new ContextPool(3);
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
        ContextPool pool = new ContextPool(5);
        for (int i = 0; i < 5; i++) {
            assertThat(pool.take()).isNotNull();
        }
        assertThat(pool.take()).isNull();
        assertThat(pool.free()).isZero();
        assertThat(pool.held()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64})
    void neverGivesAContextToTwoOwners(int size) throws Exception {
        ContextPool pool = new ContextPool(size);
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

    private static void takeAndGive(ContextPool pool, int owner, AtomicInteger held, AtomicInteger most) {
        for (int i = 0; i < ROUNDS; i++) {
            Context context = pool.take();
            if (context != null) {
                most.accumulateAndGet(held.incrementAndGet(), Math::max);
                context.entered = owner;
                Thread.onSpinWait();
                if (context.entered != owner) {
                    throw new AssertionError("two owners");
                }
                held.decrementAndGet();
                pool.give(context);
            }
        }
    }
}
