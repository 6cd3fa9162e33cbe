package io.concor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchmarksTest {

    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final CommandLine commandLine =
            Benchmarks.commandLine().setOut(new PrintWriter(output)).setErr(new PrintWriter(errors));

    @Test
    void listsItsCommands() {
        assertThat(commandLine.execute("--help")).isZero();

        assertThat(output.toString())
                .contains(
                        "jmh",
                        "latency",
                        "exchange",
                        "grow",
                        "idle",
                        "variants",
                        "calibrate",
                        "table",
                        "machine",
                        "goals");
    }

    @Test
    void rejectsAnUnknownCommand() {
        assertThat(commandLine.execute("latnecy")).isNotZero();

        assertThat(errors.toString()).contains("latnecy").contains("latency");
    }

    @ParameterizedTest
    @CsvSource({
        "latency --variant=nonsense, --variant",
        "latency --instrumentation=nonsense, --instrumentation",
        "latency --shape=STAGES --variant=plain, --variant is plain: with Java %d the shape needs one of [concor",
        "exchange --rounds=1000 --pause-millis=2000, '--pause-millis is 2000, which takes 14004 s: it must be at most 600 s'",
        "latency --variant=queue --instrumentation=sampled, --instrumentation is sampled: --variant queue does not support it",
        "idle --variant=loop, --variant is loop: with Java %d the shape needs one of [concor"
    })
    void rejectsAnUnsuitableVariant(String line, String message) {
        assertThat(commandLine.execute(line.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(errors.toString())
                .contains(message.formatted(Runtime.version().feature()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exchange --rate=0",
                "exchange --rounds=0",
                "exchange --pause-millis=-5",
                "grow --from=1",
                "grow --to=1",
                "grow --rounds=0",
                "grow --seconds=0.9",
                "idle --flows=-1",
                "idle --seconds=NaN",
                "latency --rate=0",
                "latency --seconds=-1.0",
                "latency --warm-up=-1.0"
            })
    void rejectsValuesOutOfBounds(String line) {
        assertThat(commandLine.execute(line.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(errors.toString()).contains(line.split(" ")[1].replace("=", " is ") + ": it must be ");
    }
}
