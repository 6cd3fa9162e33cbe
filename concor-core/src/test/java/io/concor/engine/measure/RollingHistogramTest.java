package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.statistics.FlowStatistics.LatencyDistribution;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Measurements of the last ten seconds and since the start, told for seconds that the test chooses. */
class RollingHistogramTest {

    private static final Offset<Double> TWO_DIGITS = within(0.8);

    private final RollingHistogram timeline = new RollingHistogram();

    private void record(int times, long micros) {
        for (int i = 0; i < times; i++) {
            timeline.record(micros * 1_000);
        }
    }

    @Test
    void tellsNothingWhereNothingWasMeasured() {
        assertThat(timeline.window(100)).isEqualTo(LatencyDistribution.NONE);
        assertThat(timeline.sinceStart(100)).isEqualTo(LatencyDistribution.NONE);
    }

    @Test
    void tellsHowTheMeasurementsAreDistributed() {
        record(90, 10);
        record(8, 50);
        record(2, 100);

        LatencyDistribution told = timeline.window(100);

        assertThat(told.samples()).isEqualTo(100);
        assertThat(told.meanMicros()).isCloseTo(15, TWO_DIGITS);
        assertThat(told.p50Micros()).isCloseTo(10, TWO_DIGITS);
        assertThat(told.p95Micros()).isCloseTo(50, TWO_DIGITS);
        assertThat(told.p99Micros()).isCloseTo(100, TWO_DIGITS);
        assertThat(told.maxMicros()).isCloseTo(100, TWO_DIGITS);
    }

    @Test
    void forgetsInTheWindowWhatIsTenSecondsOldAndNeverSinceTheStart() {
        record(1, 10);
        timeline.roll(100);
        record(1, 10);
        timeline.roll(105);

        assertThat(timeline.window(109).samples()).isEqualTo(2);
        assertThat(timeline.window(110).samples()).isEqualTo(1);
        assertThat(timeline.window(114).samples()).isEqualTo(1);
        assertThat(timeline.window(115)).isEqualTo(LatencyDistribution.NONE);
        assertThat(timeline.sinceStart(115).samples()).isEqualTo(2);
    }

    @Test
    void usesAPlaceAgainForASecondTenLater() {
        record(5, 10);
        timeline.roll(100);
        record(3, 20);
        timeline.roll(110);

        assertThat(timeline.window(110).samples()).isEqualTo(3);
        assertThat(timeline.sinceStart(110).samples()).isEqualTo(8);
    }

    @Test
    void addsUpWhatIsFiledUnderOneSecond() {
        record(2, 10);
        timeline.roll(100);
        record(3, 10);
        timeline.roll(100);

        assertThat(timeline.window(100).samples()).isEqualTo(5);
    }

    @Test
    void filesByItselfWhereItIsRead() {
        record(2, 10);

        assertThat(timeline.sinceStart(100).samples()).isEqualTo(2);
        assertThat(timeline.window(100).samples()).isEqualTo(2);
        assertThat(timeline.window(100).samples()).as("read again").isEqualTo(2);
    }

    @Test
    void countsANegativeTimeAsNone() {
        timeline.record(-5);

        assertThat(timeline.window(100))
                .returns(1L, LatencyDistribution::samples)
                .returns(0.0, LatencyDistribution::maxMicros);
    }

    @Test
    void takesAnHourAsWell() {
        record(1, 3_600_000_000L);

        assertThat(timeline.window(100).maxMicros()).isBetween(3.59e9, 3.65e9);
    }
}
