package io.concor.queues.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BusyTimeTest {

    private final AtomicLong nanos = new AtomicLong(-1);
    private final BusyTime time = new BusyTime(nanos::get);

    @Test
    void countsWhatHasNotEndedYet() {
        time.begin();
        nanos.addAndGet(30);
        assertThat(time.nanos()).isEqualTo(30);

        time.end();
        nanos.addAndGet(100);
        assertThat(time.nanos()).isEqualTo(30);

        time.begin();
        nanos.addAndGet(5);
        assertThat(time.nanos()).isEqualTo(35);
    }
}
