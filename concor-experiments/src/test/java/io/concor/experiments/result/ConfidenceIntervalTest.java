package io.concor.experiments.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConfidenceIntervalTest {

    @Test
    void usesTheQuantileOfTheNumberOfValues() {
        ConfidenceInterval three = ConfidenceInterval.of(List.of(1.0, 2.0, 3.0));

        assertThat(three.mean()).isEqualTo(2);
        assertThat(three.halfWidth()).isEqualTo(4.3027 / Math.sqrt(3), within(0.001));
        assertThat(ConfidenceInterval.of(List.of(1.0, 3.0)).halfWidth()).isEqualTo(12.7062, within(0.001));
    }

    @Test
    void hasNoWidthForOneValue() {
        assertThat(ConfidenceInterval.of(List.of(5.0)).mean()).isEqualTo(5);
        assertThat(ConfidenceInterval.of(List.of(5.0)).halfWidth()).isNaN();
    }
}
