package io.concor.diagnosis.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MeasurementWindowTest {

    @Test
    void countsEventsSinceItsStart() {
        MeasurementWindow window = new MeasurementWindow(1e9);
        for (int i = 1; i <= 100; i++) {
            window.record(i);
        }

        assertThat(window.count()).isEqualTo(100);
        assertThat(window.throughputPerSecond(3e9)).isEqualTo(50);
        assertThat(window.meanNanos()).isEqualTo(50.5);
        assertThat(window.percentiles(0, 0.5, 0.99, 1)).containsExactly(1, 50, 99, 100);
    }

    @Test
    void isZeroWithoutEvents() {
        MeasurementWindow window = new MeasurementWindow(0);

        assertThat(window.throughputPerSecond(1)).isZero();
        assertThat(window.meanNanos()).isZero();
        assertThat(window.percentiles(0.99)).containsExactly(0);
    }

    /** 1.645 standard deviations of the mean of 10,000 independent values. */
    @Test
    void knowsItsErrorIfLatenciesAreIndependent() {
        SplittableRandom random = new SplittableRandom(1);
        double error = 0;
        for (int run = 0; run < 100; run++) {
            MeasurementWindow window = new MeasurementWindow(0);
            for (int i = 0; i < 10_000; i++) {
                window.record(random.nextExponential());
            }
            error += window.relativeError() / 100;
        }

        assertThat(error).isCloseTo(0.0165, withinPercentage(10));
    }

    @Test
    void isLessPreciseIfLatenciesDependOnThoseBefore() {
        MeasurementWindow window = new MeasurementWindow(0);
        for (int i = 0; i < 10_000; i++) {
            window.record(i / 2500 % 2);
        }

        assertThat(window.relativeError()).isCloseTo(0.4, within(0.05));
    }
}
