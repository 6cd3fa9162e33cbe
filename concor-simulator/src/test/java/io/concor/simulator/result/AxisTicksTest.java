package io.concor.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTicksTest {

    @ParameterizedTest
    @CsvSource({
        "0, 1, 5, '0, 0.2, 0.4, 0.6, 0.8, 1'",
        "0, 1013, 5, '0, 250, 500, 750, 1000'",
        "0, 47, 10, '0, 5, 10, 15, 20, 25, 30, 35, 40, 45'",
        "0, 5, 10, '0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5'",
        "9, 15, 10, '9, 10, 11, 12, 13, 14, 15'",
        "0, 86400, 10, '0, 10000, 20000, 30000, 40000, 50000, 60000, 70000, 80000'"
    })
    void areRoundNumbersWithinTheAxis(double from, double to, int maxSteps, String numbers) {
        assertThat(AxisTicks.between(from, to, maxSteps).stream()
                        .map(Html::number)
                        .toList())
                .isEqualTo(List.of(numbers.split(", ")));
    }
}
