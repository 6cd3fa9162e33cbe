package io.concor.experiments.laboratory;

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
class LaboratoryCommandTest extends CommandFixture {

    LaboratoryCommandTest() {
        super(new LaboratoryCommand());
    }

    @Test
    void namesAPlantAndLeavesAHealthyRunAlone() throws Exception {
        Path file = folder.resolve("laboratory.json");

        int exit = run("--only=single-thread,healthy-low-load", "--loads=2", "--seconds=10", "--result=" + file);

        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("1 of 1 plants named; 1 of 1 healthy runs without an alarm; 0 skipped")
                .contains("| single-thread | 2.0 | 960 | yes | single-thread at session-manager |");
        assertThat(Files.readString(file)).contains("\"plant\" : \"single-thread\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--loads=2,0              | --loads is 0.0: it must be between 0.01 and 100.0",
                "--loads=101              | --loads is 101.0: it must be between 0.01 and 100.0",
                "--seconds=0              | --seconds is 0: it must be between 1 and 600",
                "--seconds=601            | --seconds is 601: it must be between 1 and 600",
                "--only=few-threads,locks | --only is locks: it must be one or more of few-connections, ",
                "--in=ussd,sms            | --in is sms: it must be one or more of mo-flow, ussd, money-tracker",
                "--further --only=lock-in-task | --only is lock-in-task: it must be one or more of one-log-appender, ",
                "--further --in=ussd      | --further is given with --in: the further plants are in no sample",
                "--in=ussd --only=locks   | --only is locks: it must be one or more of ussd/",
            })
    void rejectsInvalidOptionsBeforeTheStart(String option, String reason) {
        assertRejects(reason, option.split(" "));
    }

    @Test
    void reportsASampleThatIsNotBuilt() throws Exception {
        Path file = folder.resolve("laboratory.json");

        int exit = run("--in=ussd", "--only=ussd/single-thread", "--root=" + folder, "--result=" + file);

        assertThat(exit).as(err.toString()).isZero();
        assertThat(err.toString()).contains("ussd/single-thread at 5.0 times: skipped; sample-ussd has no jar");
        assertThat(out.toString()).contains("0 of 0 plants named; 0 of 0 healthy runs without an alarm; 3 skipped");
        assertThat(Files.readString(file))
                .contains("\"plant\" : \"ussd/single-thread\"", "\"--in\" : \"[ussd]\"")
                .doesNotContain("--root", "--result");
    }

    @Test
    void statesItsDefaults() {
        assertThat(run("--help")).isZero();

        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("Default: 30.", "Default: concor-experiments/target/laboratory.json.");
    }
}
