package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.InvalidSettingException;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource({"PT0S, 0s", "PT-0.001S, -1ms", "PT24H0.000000001S, 1d 1ns", "P36500000D, 36500000d"})
    void refusesADurationThatNoFlowCanKeep(Duration p99, String words) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> Goal.NONE.p99(p99))
                .withMessage("p99: %s is out of bounds; allowed: 1us to 1d".formatted(words));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.000001S", "PT0.000001001S", "PT0.05S", "PT23H59M59.999999999S", "PT24H"})
    void keepsADurationToTheNanosecond(Duration p99) {
        Goal goal = Goal.NONE.p99(p99);

        assertThat(goal.p99()).contains(p99);
        assertThat(goal.p99Micros()).hasValue(p99.toNanos() / 1_000.0);
    }

    @Test
    void changesOneAndKeepsTheOther() {
        Goal both = Goal.NONE.p99(Duration.ofMillis(50)).throughput(400.0);

        assertThat(both).isEqualTo(new Goal(OptionalDouble.of(50_000), OptionalDouble.of(400)));
        assertThat(both.p99(null)).isEqualTo(new Goal(OptionalDouble.empty(), OptionalDouble.of(400)));
        assertThat(both.throughput(null)).isEqualTo(new Goal(OptionalDouble.of(50_000), OptionalDouble.empty()));
        assertThat(both.p99(null).p99()).isEmpty();
    }
}
