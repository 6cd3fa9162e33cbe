package io.concor.experiments.durable.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.experiments.durable.concor.ConcorProgram;
import io.concor.experiments.durable.server.DatabaseKind;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.StudyWorkspace;
import io.concor.experiments.testbed.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
                Arguments.of(new OtherProcess(), Set.of("not handled")),
                Arguments.of(new TakeOver(TakeOver.Fault.KILL), Set.of("not handled", "double")),
                Arguments.of(new TakeOver(TakeOver.Fault.FREEZE), Set.of("not handled")),
                Arguments.of(new FailingKeys(), Set.of("out of order", "double")),
                Arguments.of(new Stop(), Set.of("lost", "double")));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void losesNothingAndKeepsTheOrder(ProcessScenario scenario, Set<String> figures) throws Exception {
        Map<String, Double> found = run(scenario);

        assertThat(figures).allSatisfy(figure -> assertThat(found).containsEntry(figure, 0.0));
    }

    static Stream<Arguments> rates() {
        return Stream.of(
                Arguments.of(new Backlog(), "events/s"),
                Arguments.of(new HeldSnapshot(), "held, events/s"),
                Arguments.of(new Idle(), "statements/s"),
                Arguments.of(new Shared(true, 2), "2 processes, p50 ms"));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void measures(ProcessScenario scenario, String figure) throws Exception {
        assertThat(run(scenario).get(figure)).isPositive();
    }

    static Stream<Arguments> remote() {
        return Stream.of(
                Arguments.of(new BrokerWork(), "4 at rest, requests/s"),
                Arguments.of(new Shared(false, 2), "2 processes, events/s"));
    }

    @ParameterizedTest
    @MethodSource("remote")
    void measuresQueuesInABroker(ProcessScenario scenario, String figure) throws Exception {
        assertThat(run(scenario, Map.of("queue", "remote", "effects", "none")).get(figure))
                .isPositive();
    }

    @Test
    void losesNothingOfABrokerWhenAProcessIsKilled() throws Exception {
        assertThat(run(new TakeOver(TakeOver.Fault.KILL), Map.of("queue", "remote")))
                .containsEntry("not handled", 0.0)
                .containsEntry("double", 0.0);
    }

    @Test
    void losesNothingWhenOneOfThreeBrokersIsKilled() throws Exception {
        assertThat(run(new TakeOver(TakeOver.Fault.KILL_BROKER), Map.of("queue", "remote", "brokers", "3")))
                .containsEntry("not handled", 0.0)
                .containsEntry("double", 0.0);
    }

    @Test
    void needsABrokerToMeasureWhatItIsAsked() {
        assertThatExceptionOfType(ExperimentException.class)
                .isThrownBy(() -> run(new BrokerWork()))
                .withMessageContaining("--option=queue=remote");
    }

    private Map<String, Double> run(ProcessScenario scenario) throws Exception {
        return run(scenario, Map.of());
    }

    private Map<String, Double> run(ProcessScenario scenario, Map<String, String> options) throws Exception {
        Workspace workspace = StudyWorkspace.in(folder).workspace();
        try (ScenarioRun run = new ScenarioRun(
                workspace,
                folder.resolve("scenario"),
                DatabaseKind.postgres,
                ConcorProgram.class.getName(),
                options,
                SHORT,
                System.out::println)) {
            return scenario.run(run);
        }
    }
}
