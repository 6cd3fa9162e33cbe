package io.concor.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DurationHistogramTest {

    private static final DurationHistogram TIMES =
            DurationHistogram.of(new long[] {10, 20, 1_000}, new long[] {50, 49, 1});

    @Test
    void returnsTheValueThatAShareOfTheSamplesDoesNotExceed() {
        assertThat(TIMES.nanosAt(0)).isEqualTo(10);
        assertThat(TIMES.nanosAt(0.5)).isEqualTo(10);
        assertThat(TIMES.nanosAt(0.51)).isEqualTo(20);
        assertThat(TIMES.nanosAt(0.99)).isEqualTo(20);
        assertThat(TIMES.nanosAt(1)).isEqualTo(1_000);
    }

    @Test
    void weighsTheMeanByTheNumberOfSamples() {
        assertThat(TIMES.samples()).isEqualTo(100);
        assertThat(TIMES.meanNanos()).isEqualTo(24.8);
    }

    @Test
    void returnsZeroWithoutSamples() {
        assertThat(DurationHistogram.NONE.samples()).isZero();
        assertThat(DurationHistogram.NONE.nanosAt(0.99)).isZero();
        assertThat(DurationHistogram.NONE.meanNanos()).isZero();
    }

    @Test
    void scalesEachDuration() {
        assertThat(TIMES.times(0.5).nanosAt(1)).isEqualTo(500);
        assertThat(TIMES.times(0.5).samples()).isEqualTo(100);
    }

    @Test
    void rejectsValuesWithoutCounts() {
        assertThatThrownBy(() -> DurationHistogram.of(new long[] {1}, new long[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 values, but 0 counts");
    }
}
