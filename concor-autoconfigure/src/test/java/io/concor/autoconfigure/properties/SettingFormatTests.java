package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.InvalidSettingException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingFormatTests {

    @ParameterizedTest
    @CsvSource({
        "PT24H, 1d",
        "PT48H, 2d",
        "PT90M, 90m",
        "PT60S, 1m",
        "PT1.5S, 1500ms",
        "PT0.0000015S, 1500ns",
        "PT0S, 0s",
        "PT-1.5S, -1500ms",
        "PT2399999999999976H, 99999999999999d",
        "PT2399999999999976H0.000001S, PT2399999999999976H0.000001S"
    })
    void writesADurationThatCanBeReadBack(Duration time, String text) {
        assertThat(SettingFormat.format(time)).isEqualTo(text);
        assertThat(SettingFormat.duration("keep-alive", text)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.5", "0x10", "1e3", "99999999999", "ten", " 1", "+", "\u0664", "1\uff12"})
    void refusesWhatIsNotAWholeNumber(String text) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> SettingFormat.wholeNumber("threads", text))
                .satisfies(wrong -> assertThat(wrong.field()).isEqualTo("threads"));
        String larger = text.replace("99999999999", "99999999999999999999");
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> SettingFormat.longNumber("expectedVersion", larger))
                .satisfies(wrong -> assertThat(wrong.field()).isEqualTo("expectedVersion"));
    }

    @Test
    void distinguishesTooLargeNumbersFromOtherText() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> SettingFormat.wholeNumber("threads", "99999999999"))
                .withMessageContaining("'99999999999' is out of bounds");
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> SettingFormat.longNumber("expectedVersion", "ten"))
                .withMessageContaining("'ten' is not a whole number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ten", "\u0665m", "PT\u0665M", "P\u0661D", "5\u0645"})
    void refusesWhatIsNotADuration(String text) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> SettingFormat.duration("keep-alive", text))
                .satisfies(wrong -> assertThat(wrong.field()).isEqualTo("keep-alive"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5000", "0", "-1", "+5"})
    void refusesADurationWithoutAUnit(String text) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> SettingFormat.duration("revertAfter", text))
                .withMessage(
                        "revertAfter: '%s' has no unit; allowed: a number with a unit, such as 500ms, 60s or 5m", text);
    }
}
