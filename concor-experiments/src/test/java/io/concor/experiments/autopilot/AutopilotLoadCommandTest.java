package io.concor.experiments.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.laboratory.flow.ArrivalRate;
import io.concor.experiments.testbed.CommandFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
@Tag("full")
class AutopilotLoadCommandTest extends CommandFixture {

    AutopilotLoadCommandTest() {
        super(new AutopilotLoadCommand());
    }

    @Test
    void reportsEachPhase() throws Exception {
        Path file = folder.resolve("load.json");

        int exit = run("--rate=50", "--seconds=1", "--steady-seconds=2", "--goal-millis=10000", "--result=" + file);

        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString().strip().lines().skip(2))
                .hasSize(5)
                .allMatch(line -> line.startsWith("| 50 | ") || line.startsWith("| 100 | 1 | "))
                .last()
                .asString()
                .startsWith("| 50 | 2 | ")
                .endsWith(" | 0 | 0 | – | 0 |");
        assertThat(Files.readString(file)).contains("\"keptFrom\" : 2");
    }

    @Test
    void rateIsThatOfThePhaseAndOfTheLastOneAfterwards() {
        ArrivalRate load = LoadPhase.arrivals(List.of(new LoadPhase(100, 2), new LoadPhase(200, 3)));

        assertThat(load.rateAt(1.9)).isEqualTo(100);
        assertThat(load.rateAt(2)).isEqualTo(200);
        assertThat(load.rateAt(60)).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate=0           | --rate is 0.0: it must be between 1.0 and 50000.0",
                "--goal-millis=0    | --goal-millis is 0: it must be between 1 and 10000",
                "--steady-seconds=0 | --steady-seconds is 0: it must be between 1 and 900",
                "--seconds=0        | --seconds is 0: it must be between 1 and 900",
                "--only=one         | --only is one: it must be one or more of three-slow-tasks"
            })
    void rejectsInvalidOptionsBeforeTheStart(String option, String reason) {
        assertRejects(reason, option);
    }
}
