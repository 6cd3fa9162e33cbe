package io.concor.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceTest {

    @ParameterizedTest
    @CsvSource({"2.68, 2.7 µs", "246, 0.25 ms", "7_460, 7.5 ms", "99_900, 99.9 ms", "10_603_200, 10603 ms"})
    void roundsDurations(String micros, String text) {
        assertThat(Sentence.duration(Double.parseDouble(micros.replace("_", ""))))
                .isEqualTo(text);
    }
}
