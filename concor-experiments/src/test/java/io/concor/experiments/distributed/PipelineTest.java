package io.concor.experiments.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.testbed.StudyWorkspace;
import io.concor.simulator.CommandLineDefaults;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

@Timeout(300)
class PipelineTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--stages=2              | --stages is 2: it must be between 3 and 100",
                "--elements=0            | --elements is 0: it must be between 1 and 1000000",
                "--characters=1,2000000  | --characters is 2000000: it must be between 1 and 1048576",
                "--spreads=UDP           | expected one of [ONE, PLAIN, TLS]"
            })
    void rejectsInvalidOptions(String option, String message) {
        StringWriter err = new StringWriter();
        int exit = CommandLineDefaults.apply(new CommandLine(new PipelineCommand()))
                .setErr(new PrintWriter(err, true))
                .execute(option);

        assertThat(exit).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void elementsAreWrittenAndRead() throws Exception {
        Element element = new Element(7, "a".repeat(1 << 20));
        ElementFormat format = new ElementFormat();

        assertThat(format.read(format.write(element))).isEqualTo(element);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void allElementsArriveInOrder(Spread spread, @TempDir Path folder) throws Exception {
        PipelineRun run = new PipelineRun(StudyWorkspace.in(folder).workspace(), folder.resolve("pipeline"));

        PipelineResult result = run.run(new Pipeline(4, spread.processes(), 200, 1 << 20, 1000), spread);

        assertThat(result.outOfOrder()).isZero();
        assertThat(result.time()).isPositive();
    }
}
