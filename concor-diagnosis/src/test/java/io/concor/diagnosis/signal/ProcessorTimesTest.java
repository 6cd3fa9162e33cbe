package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorTimesTest {

    @Test
    void countsThreadsThatAreKnownInBothReadings() {
        long[] before = {10, -1, 30, 40};
        long[] now = {15, 20, -1, 42};

        assertThat(ProcessorTimes.used(before, now).getCount()).isEqualTo(2);
        assertThat(ProcessorTimes.used(before, now).getSum()).isEqualTo(7);
    }

    @Test
    void knowsNothingWithoutReadings() {
        assertThat(ProcessorTimes.used(new long[] {10}, new long[0]).getCount()).isZero();
    }

    @Test
    void readsTheTimeOfAThreadAndNotOfOneThatHasEnded() throws InterruptedException {
        Thread ended = new Thread(() -> {});
        ended.start();
        ended.join();

        long[] nanos =
                new ProcessorTimes().ofThreads(List.of(Thread.currentThread().getId(), ended.getId()));

        assertThat(nanos[0]).isPositive();
        assertThat(nanos[1]).isEqualTo(-1);
    }
}
