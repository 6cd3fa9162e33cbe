package io.concor.experiments.laboratory.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.testbed.CommandFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
@Tag("full")
class DiagnosisCostCommandTest extends CommandFixture {

    DiagnosisCostCommandTest() {
        super(new DiagnosisCostCommand());
    }

    @Test
    void comparesTheFlowWithAndWithoutADiagnosis() throws Exception {
        Path file = folder.resolve("cost.json");

        int exit = run("--rate=100", "--pairs=2", "--seconds=1", "--warm-up=0", "--result=" + file);

        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString().strip().lines().skip(2).map(line -> line.split(" \\| ")[0]))
                .containsExactly(
                        "| with diagnosis, % of a processor",
                        "| without, % of a processor",
                        "| difference, % of a processor",
                        "| the thread that reads, % of a processor",
                        "| events per second with diagnosis");
        assertThat(Files.readString(file))
                .containsPattern("\"reading\" : \\d+\\.\\d*[1-9]")
                .contains("\"--rate\" : \"100.0\"", "\"--seconds\" : \"1\"", "\"--only\" : \"[]\"")
                .doesNotContain(folder.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate=0    | --rate is 0.0: it must be between 1.0 and 100000.0",
                "--pairs=1   | --pairs is 1: it must be between 2 and 1000",
                "--warm-up=-1 | --warm-up is -1: it must be between 0 and 3600",
                "--seconds=0 | --seconds is 0: it must be between 1 and 600",
                "--only=one  | --only is one: it must be one or more of mo-flow"
            })
    void rejectsInvalidOptionsBeforeTheStart(String option, String reason) {
        assertRejects(reason, option);
    }
}
