package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.statistics.FlowReading.ComponentReading;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CallingThreadsTest {

    private final CallingThreads threads = new CallingThreads();

    @Test
    void countsEachThreadOnce() {
        LongStream.of(7, 8, 7, 8, 9).forEach(threads::add);

        assertThat(threads.number()).isEqualTo(3);
    }

    @Test
    void countsNoMoreThanItCanHold() {
        LongStream.rangeClosed(1, 1_000).forEach(threads::add);

        assertThat(threads.number()).isEqualTo(ComponentReading.MAX_CALLING_THREADS);
    }

    @Test
    void forgetsThreadsOfTheLastPeriodButOne() {
        threads.roll(100);
        LongStream.of(7, 8).forEach(threads::add);

        IntStream.rangeClosed(101, 119).forEach(threads::roll);
        threads.add(7);
        assertThat(threads.number()).isEqualTo(2);
        threads.roll(120);

        assertThat(threads.number()).isEqualTo(1);
    }

    @Test
    void loseNoThreadThatIsAddedAtOnce() throws InterruptedException {
        Thread[] all = LongStream.rangeClosed(1, 16)
                .mapToObj(id -> new Thread(() -> threads.add(id)))
                .toArray(Thread[]::new);
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }

        assertThat(threads.number()).isEqualTo(16);
    }
}
