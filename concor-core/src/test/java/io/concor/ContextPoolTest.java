package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextPoolTest {

    private static final int ROUNDS = 200_000;

    @Test
    void numbersEventsWithoutGaps() {
        ContextPool pool = new ContextPool(3);
        for (long number = 0; number < 100; number++) {
            Context context = pool.take();
            assertThat(context.number).isEqualTo(number);
            pool.give(context);
        }
    }

    @Test
    void givesNoMoreContextsThanItHas() {
        ContextPool pool = new ContextPool(5);
        for (int i = 0; i < 5; i++) {
            assertThat(pool.take()).isNotNull();
        }
        assertThat(pool.take()).isNull();
        assertThat(pool.hasFree()).isFalse();
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
                context.stage = owner;
                Thread.onSpinWait();
                if (context.stage != owner) {
                    throw new AssertionError("two owners");
                }
                held.decrementAndGet();
                pool.give(context);
            }
        }
    }
}
