package io.concor.experiments.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.experiments.testbed.SampleVariant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Applies the equations to figures of the thesis. */
class EquationsTest {

    @Test
    void averagesAttempts() {
        assertThat(Equations.average(Case.ONE.thesis(SampleVariant.PLAIN))).isEqualTo(393.33, within(0.01));
        assertThat(Equations.average(Case.FIVE.thesis(SampleVariant.SAMPLED))).isEqualTo(2086.67, within(0.01));
    }

    @Test
    void calculatesTheRequestsOfARamp() {
        assertThat(Equations.requests(190, 200, 390)).isEqualTo(56_050);
    }

    @Test
    void calculatesSignedDeviations() {
        double base = Equations.average(Case.TWO.thesis(SampleVariant.PLAIN));

        assertThat(Equations.deviation(Equations.average(Case.TWO.thesis(SampleVariant.OFF)), base))
                .isEqualTo(1.49, within(0.01));
        assertThat(Equations.deviation(90, 100)).isEqualTo(-10);
    }

    @Test
    void calculatesTheDeviationOfEachRound() {
        assertThat(Equations.deviations(List.of(90.0, 220.0, 1.0), List.of(100.0, 200.0)))
                .containsExactly(-10.0, 10.0);
    }

    @Test
    void calculatesTheErrorMargin() {
        assertThat(Equations.errorMargin(10, 393.33)).isEqualTo(2.54, within(0.01));
    }

    @Test
    void calculatesTheSpread() {
        assertThat(Equations.spread(List.of(90.0, 100.0, 110.0))).isEqualTo(20, within(1e-9));
    }
}
