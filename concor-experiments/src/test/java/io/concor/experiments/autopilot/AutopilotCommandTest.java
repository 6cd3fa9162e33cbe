package io.concor.experiments.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.autopilot.AutopilotShape.Start;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.testbed.CommandFixture;
import io.concor.experiments.testbed.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
@Tag("full")
class AutopilotCommandTest extends CommandFixture {

    AutopilotCommandTest() {
        super(new AutopilotCommand());
    }

    @Test
    void searchesTheBestLayoutAndLetsTheAutopilotBegin() throws Exception {
        Path file = folder.resolve("autopilot.json");

        int exit = run(
                "--only=one-slow-task",
                "--from=ONE_THREAD",
                "--seconds=1",
                "--search-seconds=1",
                "--layouts=1",
                "--result=" + file);

        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("| one-slow-task | ONE_THREAD | ");
        assertThat(Files.readString(file)).contains("\"bestLayout\" : \"{", "\"layout\" : \"{translator=1}\"");
    }

    private List<AutopilotShape> shapes() {
        return Stream.concat(LaboratoryShapes.all().stream(), SampleShapes.all(new Workspace(folder, folder)).stream())
                .toList();
    }

    @Test
    void triesEachCombinationOfThreads() {
        assertThat(shapes()).allSatisfy(shape -> assertThat(shape.layouts())
                .doesNotHaveDuplicates()
                .hasSize(shape.tried().values().stream()
                        .mapToInt(threads -> threads.size())
                        .reduce(1, (a, b) -> a * b)));
    }

    @Test
    void beginsWithOneThreadOrWithMany() {
        AutopilotShape shape = LaboratoryShapes.threeSlowTasks();

        assertThat(shape.layout(Start.ONE_THREAD)).hasSize(1);
        assertThat(shape.layout(Start.MANY_THREADS).entrySet())
                .filteredOn(slot -> slot.getValue().threads() == 1)
                .extracting(Map.Entry::getKey)
                .containsExactly(LaboratoryFlow.SESSION_MANAGER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seconds=0           | --seconds is 0: it must be between 1 and 3600",
                "--search-seconds=0    | --search-seconds is 0: it must be between 1 and 3600",
                "--layouts=0           | --layouts is 0: it must be between 1 and 1000",
                "--layouts=1001        | --layouts is 1001: it must be between 1 and 1000",
                "--only=two-slow-tasks | --only is two-slow-tasks: it must be one or more of one-slow-task, three-slow-tasks, mo-flow, ussd, money-tracker"
            })
    void rejectsInvalidOptionsBeforeTheStart(String option, String reason) {
        assertRejects(reason, option);
    }

    @Test
    void statesItsDefaults() {
        assertThat(run("--help")).isZero();

        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("Default: 180.", "Default: concor-experiments/target/autopilot.json.");
    }
}
