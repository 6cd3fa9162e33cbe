package io.concor.autoconfigure.endpoint.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.statistics.FlowStatistics.LatencyDistribution;
import org.junit.jupiter.api.Test;

class LatencyDescriptorTests {

    private static LatencyDescriptor latency(long samples) {
        return LatencyDescriptor.of(new LatencyDistribution(samples, 1, 1234.5, 2, 9876.5, 9876.6));
    }

    @Test
    void marksTheFiguresThatAreBasedOnFewSamples() {
        assertThat(latency(9).fewSamples()).containsExactly("meanMicros", "p50Micros", "p95Micros", "p99Micros");
        assertThat(latency(10).fewSamples()).containsExactly("p95Micros", "p99Micros");
        assertThat(latency(20).fewSamples()).containsExactly("p99Micros");
        assertThat(latency(100).fewSamples()).isNull();
    }

    @Test
    void marksThemInTextToo() {
        assertThat(latency(99).p99Millis()).isEqualTo("~9.88");
        assertThat(latency(99).p50Millis()).isEqualTo("1.23");
        assertThat(latency(100).p99Millis()).isEqualTo("9.88");
    }

    @Test
    void showsNoFigureWithoutSamples() {
        assertThat(LatencyDescriptor.of(LatencyDistribution.NONE).p50Millis()).isNull();
    }

    @Test
    void keepsCountsExact() {
        assertThat(latency(123_456).samples()).isEqualTo(123_456);
    }
}
