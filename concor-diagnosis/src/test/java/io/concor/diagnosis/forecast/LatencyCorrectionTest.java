package io.concor.diagnosis.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.simulation.Prediction;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyCorrectionTest {

    private static Performance measured(double p50, double p99) {
        return new Performance(100, p50, p99, null);
    }

    private static Prediction simulated(double p50, double p99) {
        return simulated(p50, p99, null);
    }

    private static Prediction simulated(double p50, double p99, @Nullable String limitedBy) {
        return new Prediction(100, p50, p99, limitedBy, List.of(), List.of());
    }

    @ParameterizedTest
    @CsvSource({"40, 40, 30", "50, 60, 45", "40, 30, 30", "40, 20, 20"})
    void shortensWhatTheSimulationExaggerates(double present, double changed, double expected) {
        LatencyCorrection correction =
                new LatencyCorrection(measured(0, 0.75 * present), simulated(0, present), 1_000, true);

        assertThat(correction.p99(simulated(0, changed))).isEqualTo(expected);
        assertThat(correction.shortensP99()).isTrue();
    }

    @Test
    void leavesHalfOfALatencyAtLeast() {
        LatencyCorrection correction = new LatencyCorrection(measured(1, 10), simulated(10, 100), 1_000, true);

        assertThat(correction.p50(simulated(20, 200))).isEqualTo(10);
        assertThat(correction.p99(simulated(20, 200))).isEqualTo(100);
    }

    @Test
    void addsWhatTheSimulationLacksAlsoIfTheOtherLayoutIsLimited() {
        LatencyCorrection correction = new LatencyCorrection(measured(12, 30), simulated(10, 20), 1, true);

        assertThat(correction.p50(simulated(5, 8))).isEqualTo(7);
        assertThat(correction.p99(simulated(5, 8, "task"))).isEqualTo(18);
        assertThat(correction.shortensP99()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"999, true, , ", "1000, false, , ", "1000, true, task, ", "1000, true, , task"})
    void shortensNoP99WithoutGoodEvidence(
            long samples, boolean ofThisLayout, @Nullable String nowLimited, @Nullable String otherLimited) {
        LatencyCorrection correction =
                new LatencyCorrection(measured(0, 30), simulated(0, 40, nowLimited), samples, ofThisLayout);

        assertThat(correction.p99(simulated(0, 60, otherLimited))).isEqualTo(60);
    }

    @Test
    void needsFewerSamplesForTheMedian() {
        assertThat(new LatencyCorrection(measured(3, 30), simulated(4, 40), 100, true).p50(simulated(8, 80)))
                .isEqualTo(6);
        assertThat(new LatencyCorrection(measured(3, 30), simulated(4, 40), 99, true).p50(simulated(8, 80)))
                .isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource({"20", "60"})
    void correctsNothingWhileSomethingLimitsTheFlow(double present) {
        Performance limited = new Performance(100, 10, 40, "task");

        assertThat(new LatencyCorrection(limited, simulated(10, present), 1_000, true).p99(simulated(10, 80)))
                .isEqualTo(80);
    }

    /** After a change, those of ten seconds are of both. */
    @Test
    void correctsNothingWhileLatenciesOfTheFormerLayoutCount() {
        LatencyCorrection correction = new LatencyCorrection(measured(50, 90), simulated(10, 20), 1_000, false);

        assertThat(correction.p50(simulated(5, 8))).isEqualTo(5);
        assertThat(correction.p99(simulated(5, 8))).isEqualTo(8);
        assertThat(correction.prolongsMuch()).isFalse();
    }

    @Test
    void correctsNothingWithoutSamples() {
        assertThat(new LatencyCorrection(measured(0, 0), simulated(10, 20), 0, true).p99(simulated(10, 20)))
                .isEqualTo(20);
    }
}
