package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Distributions of the last ten seconds and since the start, at seconds that the test chooses. */
class RollingHistogramTest {

    private static final Offset<Double> TWO_DIGITS = within(0.8);
    private static final int MANY = 20_000_000;

    private final RollingHistogram histogram = new RollingHistogram();

    private void record(int times, long micros) {
        for (int i = 0; i < times; i++) {
            histogram.record(micros * 1_000);
        }
    }

    @Test
    void reportsNoneWithoutMeasurements() {
        assertThat(histogram.window(100)).isEqualTo(LatencyDistribution.NONE);
        assertThat(histogram.sinceStart(100)).isEqualTo(LatencyDistribution.NONE);
    }

    @Test
    void reportsTheDistributionOfTheMeasurements() {
        record(90, 10);
        record(8, 50);
        record(2, 100);

        LatencyDistribution distribution = histogram.window(100);

        assertThat(distribution.samples()).isEqualTo(100);
        assertThat(distribution.meanMicros()).isCloseTo(15, TWO_DIGITS);
        assertThat(distribution.p50Micros()).isCloseTo(10, TWO_DIGITS);
        assertThat(distribution.p95Micros()).isCloseTo(50, TWO_DIGITS);
        assertThat(distribution.p99Micros()).isCloseTo(100, TWO_DIGITS);
        assertThat(distribution.maxMicros()).isCloseTo(100, TWO_DIGITS);
    }

    @Test
    void theMeanIsThatOfTheLastTenSeconds() {
        assertThat(histogram.meanMicros(100)).as("without measurements").isNaN();

        record(3, 10);
        histogram.roll(100);
        record(1, 50);

        assertThat(histogram.meanMicros(105)).isCloseTo(20, TWO_DIGITS);
        assertThat(histogram.meanMicros(105))
                .isEqualTo(histogram.window(105).meanMicros())
                .isEqualTo(histogram.sinceStart(105).meanMicros());
        assertThat(histogram.meanMicros(110)).isCloseTo(50, TWO_DIGITS);
        assertThat(histogram.meanMicros(115)).as("ten seconds later").isNaN();
    }

    @Test
    void theMeanForgetsWhatASecondContainedBefore() {
        record(5, 10);
        histogram.roll(100);
        record(1, 50);

        assertThat(histogram.meanMicros(110)).isCloseTo(50, TWO_DIGITS);
    }

    @Test
    void limitsPercentilesToTheMaximum() {
        LatencyDistribution distribution = new LatencyDistribution(3, 1_001, 1_002, 1_003, 1_004, 1_000);

        assertThat(distribution).isEqualTo(new LatencyDistribution(3, 1_000, 1_000, 1_000, 1_000, 1_000));
    }

    @Test
    void reportsNoPercentileAboveTheMaximum() {
        Random random = new Random(1);
        for (int second = 100; second < 200; second++) {
            random.longs(20, 1, 10_000_000_000L).forEach(histogram::record);

            assertThat(histogram.window(second))
                    .satisfies(times -> assertThat(times.p99Micros()).isLessThanOrEqualTo(times.maxMicros()));
        }
    }

    @Test
    void dropsMeasurementsFromTheWindowAfterTenSecondsAndNeverFromTheTotal() {
        record(1, 10);
        histogram.roll(100);
        record(1, 10);
        histogram.roll(105);

        assertThat(histogram.window(109).samples()).isEqualTo(2);
        assertThat(histogram.window(110).samples()).isEqualTo(1);
        assertThat(histogram.window(114).samples()).isEqualTo(1);
        assertThat(histogram.window(115)).isEqualTo(LatencyDistribution.NONE);
        assertThat(histogram.sinceStart(115).samples()).isEqualTo(2);
    }

    @Test
    void forgetsTheLongestTimeAfterTenSeconds() {
        record(1, 5_000_000);
        histogram.roll(100);
        record(2, 10);

        assertThat(histogram.window(101).maxMicros()).isGreaterThan(4_900_000);
        assertThat(histogram.window(110))
                .returns(2L, LatencyDistribution::samples)
                .satisfies(times -> assertThat(times.maxMicros()).isCloseTo(10, TWO_DIGITS))
                .satisfies(times -> assertThat(times.meanMicros()).isCloseTo(10, TWO_DIGITS));
    }

    @Test
    void takesTimesOfAThreadThatComesLateWithItsSecond() {
        record(1, 10);
        histogram.roll(111);
        record(1, 10);
        histogram.roll(101);

        assertThat(histogram.window(111).samples()).isEqualTo(2);
        assertThat(histogram.window(121)).isEqualTo(LatencyDistribution.NONE);
    }

    @Test
    void reusesAHistogramTenSecondsLater() {
        record(5, 10);
        histogram.roll(100);
        record(3, 20);
        histogram.roll(110);

        assertThat(histogram.window(110).samples()).isEqualTo(3);
        assertThat(histogram.sinceStart(110).samples()).isEqualTo(8);
    }

    @Test
    void addsUpWhatIsFiledUnderOneSecond() {
        record(2, 10);
        histogram.roll(100);
        record(3, 10);
        histogram.roll(100);

        assertThat(histogram.window(100).samples()).isEqualTo(5);
    }

    @Test
    void rollsByItselfWhenRead() {
        record(2, 10);

        assertThat(histogram.sinceStart(100).samples()).isEqualTo(2);
        assertThat(histogram.window(100).samples()).isEqualTo(2);
        assertThat(histogram.window(100).samples()).as("read again").isEqualTo(2);
    }

    @Test
    void countsANegativeTimeAsNone() {
        histogram.record(-5);

        assertThat(histogram.window(100))
                .returns(1L, LatencyDistribution::samples)
                .returns(0.0, LatencyDistribution::maxMicros);
    }

    @Test
    void takesAnHourAsWell() {
        record(1, 3_600_000_000L);

        assertThat(histogram.window(100).maxMicros()).isBetween(3.59e9, 3.65e9);
    }

    @Test
    void reportsNoPercentileBelowWhatWasMeasured() {
        for (long nanos = 0; nanos < 1L << 40; nanos += 1 + nanos / 50) {
            RollingHistogram single = new RollingHistogram();
            single.record(nanos);

            assertThat(single.histogram(100).nanosAt(0.5)).isBetween(nanos, nanos + nanos / 60);
            assertThat(single.meanMicros(100)).isCloseTo(nanos / 1_000.0, withinPercentage(1));
        }
    }

    @Test
    void takesTheLongestTimeThereIs() {
        histogram.record(Long.MAX_VALUE);

        assertThat(histogram.histogram(100).nanosAt(1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void losesNoMeasurementWhileItIsRead() {
        CompletableFuture<Void> recording = CompletableFuture.runAsync(() -> record(MANY, 10));
        while (!recording.isDone()) {
            histogram.roll(100);
        }

        assertThat(recording).succeedsWithin(Duration.ofMinutes(1));
        assertThat(histogram.sinceStart(100).samples()).isEqualTo(MANY);
    }
}
