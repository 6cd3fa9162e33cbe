package io.concor.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationFormatTest {

    @ParameterizedTest
    @CsvSource({
        "PT10S, 10s",
        "PT60S, 1m",
        "PT90S, 1m 30s",
        "PT0.3S, 300ms",
        "PT24H, 1d",
        "PT24H0.000000001S, 1d 1ns",
        "PT26H3M0.0045S, 1d 2h 3m 4ms 500us",
        "PT0S, 0s",
        "PT-1.5S, -1s 500ms",
        "PT-0.5S, -500ms",
        "PT-90M, -1h 30m",
        "PT2562047788015215H30M7.999999999S, 106751991167300d 15h 30m 7s 999ms 999us 999ns",
        "PT-2562047788015215H-30M-8S, -106751991167300d 15h 30m 8s"
    })
    void writesWhatPeopleRead(Duration time, String text) {
        assertThat(DurationFormat.of(time)).isEqualTo(text);
    }
}
