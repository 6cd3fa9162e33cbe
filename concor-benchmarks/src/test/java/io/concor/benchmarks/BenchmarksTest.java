package io.concor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.benchmarks.report.Markdown;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    void tellsItsCommands() {
        assertThat(commandLine.execute("--help")).isZero();

        assertThat(output.toString()).contains("jmh", "latency", "exchange", "idle", "report");
    }

    @Test
    void refusesACommandThatItDoesNotKnow() {
        assertThat(commandLine.execute("latnecy")).isNotZero();

        assertThat(errors.toString()).contains("latnecy").contains("latency");
    }

    @Test
    void refusesNoRoundsAndTablesThatItDoesNotKnow() {
        assertThat(commandLine.execute("report", "--rounds=0")).isNotZero();
        assertThat(commandLine.execute("report", "--tables=stages,stgaes")).isNotZero();

        assertThat(errors.toString()).contains("--rounds is 0", "stgaes", "latency-2000");
    }

    @ParameterizedTest
    @CsvSource({
        "latency --variant=nonsense, --variant",
        "latency --instrumentation=nonsense, --instrumentation",
        "latency --shape=STAGES --variant=plain, --variant is plain: with Java %d this can be run by [concor",
        "exchange --rounds=1000 --pause-millis=2000, '--pause-millis is 2000, which takes 14004 s: at most 600 s'",
        "latency --variant=queue --instrumentation=sampled, --instrumentation is sampled: only Concor samples",
        "idle --variant=loop, --variant is loop: with Java %d this can be run by [concor"
    })
    void refusesWhoCannotDoIt(String line, String message) {
        assertThat(commandLine.execute(line.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(errors.toString())
                .contains(message.formatted(Runtime.version().feature()));
    }

    @Test
    void refusesAPageWithoutAPlaceForATable(@TempDir Path folder) throws Exception {
        Path page = Files.writeString(
                folder.resolve("page.md"),
                "%s\n<!-- end -->\n%s".formatted(Markdown.mark("idle"), Markdown.mark("flows")));

        assertThat(commandLine.execute("report", "--tables=idle,stages,flows", "--document=" + page))
                .isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(errors.toString())
                .contains("it has no place for [%s … <!-- end -->, <!-- end --> behind %s]"
                        .formatted(Markdown.mark("stages"), Markdown.mark("flows")));
    }

    @Test
    void refusesFilesThatCannotBeWrittenBeforeItMeasures() {
        assertThat(commandLine.execute("report", "--json=no-such-folder/x.json"))
                .isNotZero();
        assertThat(commandLine.execute("report", "--document=no-such-page.md")).isNotZero();
        assertThat(commandLine.execute("report", "--document=.")).isNotZero();

        assertThat(errors.toString())
                .contains("--json is no-such-folder/x.json")
                .contains("--document is no-such-page.md")
                .contains("--document is .: it must be a file that is there and can be written");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exchange --rate=0",
                "exchange --rounds=0",
                "exchange --pause-millis=-5",
                "idle --flows=-1",
                "idle --seconds=NaN",
                "latency --rate=0",
                "latency --seconds=-1.0",
                "latency --warm-up=-1.0"
            })
    void refusesWhatMakesNoSense(String line) {
        assertThat(commandLine.execute(line.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(errors.toString()).contains(line.split(" ")[1].replace("=", " is ") + ": it must be ");
    }
}
