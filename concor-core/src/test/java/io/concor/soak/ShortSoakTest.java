package io.concor.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The soak test itself: a very short round of each shape, and its options. */
class ShortSoakTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return Soak.run(new PrintStream(printed, true, StandardCharsets.UTF_8), arguments);
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void findsNothingInAShortRoundOfEachShape() {
        int status = run("--rounds=" + FlowShape.values().length, "--events=5000", "--seed=1");

        assertThat(printed())
                .contains(Arrays.stream(FlowShape.values()).map(FlowShape::name).toList())
                .contains("Nothing was found.");
        assertThat(status).isZero();
    }

    @Test
    void printsTheSeedThatRepeatsARound() {
        run("--rounds=2", "--events=100", "--seed=77", "--shapes=WIDE_STAGES,CATCHES");

        assertThat(printed()).contains("WIDE_STAGES with seed 77", "CATCHES with seed 78");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--duration=soon | --duration is 'soon'",
                "--duration=0s   | --duration is PT0S: it must be more than 0s",
                "--rounds=-1     | --rounds is -1: it must be 0 to 1000000",
                "--events=0      | --events is 0: it must be 1 to 10000000",
                "--events=many   | --events is 'many'",
                "--shapes=ROUND  | --shapes is 'ROUND'",
                "--minutes=3     | options is [--minutes]: it must be among [--duration"
            })
    void rejectsInvalidOptionsBeforeItStarts(String argument, String message) {
        assertThat(run(argument)).isEqualTo(2);

        assertThat(printed()).startsWith(message);
    }
}
