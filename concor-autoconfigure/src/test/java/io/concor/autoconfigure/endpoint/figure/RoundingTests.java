package io.concor.autoconfigure.endpoint.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundingTests {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.012345, 0.0123",
        "15.44, 15.4",
        "61866.0, 61900",
        "120586.2, 121000",
        "999.9, 1000",
        "0.00012345, 0.000123",
        "987654321, 988000000"
    })
    void keepsThreeSignificantDigits(double value, double rounded) {
        assertThat(Rounding.measured(value)).isEqualTo(rounded);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "15.4, 0.0154", "61900, 61.9", "121000, 121", "1500000, 1500", "10000000, 10000"})
    void showsMicrosecondsAsMilliseconds(double micros, String millis) {
        assertThat(Rounding.millis(micros)).isEqualTo(millis);
    }

    @Test
    void showsAShareInPercent() {
        assertThat(Rounding.percent(0.305)).isEqualTo("31");
    }

    @Test
    void roundsToDecimalPlaces() {
        assertThat(Rounding.decimals(0.30449, 3)).isEqualTo(0.304);
    }

    @Test
    void hasNoNegativeZero() {
        assertThat(Rounding.decimals(1 - 0.9 - 0.1, 3)).hasToString("0.0");
    }
}
