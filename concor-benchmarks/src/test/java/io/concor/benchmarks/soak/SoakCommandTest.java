package io.concor.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SoakCommandTest {

    private final StringWriter printed = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new SoakCommand())
                .setOut(new PrintWriter(printed))
                .execute(arguments);
    }

    @Test
    void findsNothingInAShortRoundOfEachShape() {
        int status =
                run("--rounds", Integer.toString(Shape.values().length), "--events-per-round", "10000", "--seed", "1");
        assertThat(printed.toString())
                .contains(Arrays.stream(Shape.values()).map(Shape::name).toList())
                .contains("Nothing was found.");
        assertThat(status).isZero();
    }

    @Test
    void tellsTheSeedThatRepeatsARound() {
        run("--rounds", "2", "--events-per-round", "100", "--seed", "77", "--shapes", "FAN,CATCH");
        assertThat(printed.toString()).contains("FAN with seed 77", "CATCH with seed 78");
    }
}
