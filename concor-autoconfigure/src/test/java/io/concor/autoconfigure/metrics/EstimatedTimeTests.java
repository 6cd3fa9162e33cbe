package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EstimatedTimeTests {

    private final AtomicLong ended = new AtomicLong();
    private final EstimatedTime time = new EstimatedTime(ended::get);

    @Test
    void isZeroBeforeAnythingEnded() {
        assertThat(time.totalNanos()).isZero();
    }

    @Test
    void estimatesTheTimeOfEventsFromTheSampledOnes() {
        ended.set(100);
        time.sampled(10);
        time.sampled(30);

        assertThat(time.totalNanos()).isEqualTo(2_000);
    }

    @Test
    void usesThePreviousMeanWithoutNewSamples() {
        ended.set(10);
        time.sampled(5);
        time.totalNanos();
        ended.set(20);

        assertThat(time.totalNanos()).isEqualTo(100);
    }

    @Test
    void doesNotGrowWhileNothingEnds() {
        ended.set(10);
        time.sampled(5);
        double before = time.totalNanos();
        time.sampled(1_000);

        assertThat(time.totalNanos()).isEqualTo(before);
    }
}
