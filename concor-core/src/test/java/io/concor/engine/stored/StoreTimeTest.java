package io.concor.engine.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.statistics.FlowReading.StoredReading;
import io.concor.statistics.QueueFigures;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StoreTimeTest {

    private static final QueueFigures QUEUE = QueueFigures.ofDepth(3);

    private final AtomicLong nanos = new AtomicLong(-50);
    private final StoreTime time = new StoreTime(nanos::get);

    @Test
    void addsTheTimesOfAllThreadsThatWait() {
        time.begin();
        nanos.addAndGet(10);
        time.begin();
        nanos.addAndGet(10);
        time.leave();
        time.leave();
        nanos.addAndGet(100);

        assertThat(time.reading(QUEUE)).isEqualTo(new StoredReading(QUEUE, 2, 30));
    }

    @Test
    void countsACommitThatHasNotReturned() {
        time.enter();
        nanos.addAndGet(10);
        assertThat(time.reading(QUEUE).transactionNanos()).isEqualTo(10);

        nanos.addAndGet(10);
        assertThat(time.reading(QUEUE).transactionNanos()).isEqualTo(20);
        assertThat(time.reading(QUEUE).transactions()).isZero();
    }
}
