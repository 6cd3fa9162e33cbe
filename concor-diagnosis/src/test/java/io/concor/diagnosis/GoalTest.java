package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.InvalidSettingException;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoalTest {

    @ParameterizedTest
    @ValueSource(
            doubles = {0, -1, 0.5, 86_400_000_001.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void refusesALatencyThatNoFlowCanKeep(double micros) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> new Goal(OptionalDouble.of(micros), OptionalDouble.empty()))
                .withMessage("p99: %sus is out of bounds; allowed: 1us to 1d".formatted(micros));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.0, -400, 10_000_001, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void refusesARateThatIsNoRate(double perSecond) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> new Goal(OptionalDouble.empty(), OptionalDouble.of(perSecond)))
                .withMessage(
                        "throughput: %s is out of bounds; allowed: above 0 and up to 10000000".formatted(perSecond));
    }

    @Test
    void acceptsItsBounds() {
        assertThat(new Goal(OptionalDouble.of(1), OptionalDouble.of(0.01))).isNotNull();
        assertThat(new Goal(OptionalDouble.of(86_400_000_000.0), OptionalDouble.of(10_000_000)))
                .isNotNull();
    }
}
