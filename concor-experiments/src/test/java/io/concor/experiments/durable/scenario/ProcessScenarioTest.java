package io.concor.experiments.durable.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.durable.concor.ConcorProgram;
import io.concor.experiments.durable.server.DatabaseKind;
import io.concor.experiments.testbed.StudyWorkspace;
import io.concor.experiments.testbed.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs each scenario as briefly as possible. Rates have no meaning; that nothing is lost or double has. */
@Timeout(300)
@Tag("full")
class ProcessScenarioTest {

    private static final ScenarioSettings SHORT =
            new ScenarioSettings(2, 64, 200, Duration.ofSeconds(2), Duration.ofSeconds(2), 5000, Duration.ofSeconds(2));

    @TempDir
    private Path folder;

    static Stream<Arguments> scenarios() {
        return Stream.of(
                Arguments.of(new OtherProcess(), "not handled"),
                Arguments.of(new TakeOver(true), "not handled"),
                Arguments.of(new TakeOver(true), "double"),
                Arguments.of(new TakeOver(false), "not handled"),
                Arguments.of(new FailingKeys(), "out of order"),
                Arguments.of(new FailingKeys(), "double"),
                Arguments.of(new Stop(), "lost"),
                Arguments.of(new Stop(), "double"));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void losesNothingAndKeepsTheOrder(ProcessScenario scenario, String figure) throws Exception {
        assertThat(run(scenario)).containsEntry(figure, 0.0);
    }

    static Stream<Arguments> rates() {
        return Stream.of(
                Arguments.of(new Backlog(), "events/s"),
                Arguments.of(new HeldSnapshot(), "held, events/s"),
                Arguments.of(new Idle(), "statements/s"));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void measures(ProcessScenario scenario, String figure) throws Exception {
        assertThat(run(scenario).get(figure)).isPositive();
    }

    private Map<String, Double> run(ProcessScenario scenario) throws Exception {
        Workspace workspace = StudyWorkspace.in(folder).workspace();
        try (ScenarioRun run = new ScenarioRun(
                workspace,
                folder.resolve("scenario"),
                DatabaseKind.postgres,
                ConcorProgram.class.getName(),
                Map.of(),
                SHORT,
                System.out::println)) {
            return scenario.run(run);
        }
    }
}
