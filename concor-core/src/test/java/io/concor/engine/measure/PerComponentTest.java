package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PerComponentTest {

    private static final int COMPONENTS = 2_000;
    private static final int THREADS = 4;

    private final AtomicInteger created = new AtomicInteger();

    private final PerComponent<LongAdder> counters = new PerComponent<>(COMPONENTS, () -> {
        created.incrementAndGet();
        return new LongAdder();
    });

    @Test
    void readingCreatesNothing() {
        assertThat(counters.read(7, LongAdder::sum, -1L)).isEqualTo(-1L);
        counters.forEach(counter -> created.incrementAndGet());

        assertThat(created).hasValue(0);
    }

    @Test
    void keepsTheElementOfEachComponent() {
        counters.get(3).increment();
        counters.get(3).increment();
        counters.get(5).increment();

        assertThat(counters.read(3, LongAdder::sum, -1L)).isEqualTo(2);
        assertThat(counters.read(5, LongAdder::sum, -1L)).isEqualTo(1);
        assertThat(created).hasValue(2);
    }

    @Test
    void threadsThatCreateAnElementAtTheSameTimeShareIt() {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<CompletableFuture<Void>> runs = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            runs.add(CompletableFuture.runAsync(() -> incrementAll(barrier), threads));
        }
        runs.forEach(CompletableFuture::join);
        threads.shutdown();

        for (int component = 0; component < COMPONENTS; component++) {
            assertThat(counters.read(component, LongAdder::sum, -1L)).isEqualTo(THREADS);
        }
    }

    private void incrementAll(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
        for (int component = 0; component < COMPONENTS; component++) {
            counters.get(component).increment();
        }
    }
}
