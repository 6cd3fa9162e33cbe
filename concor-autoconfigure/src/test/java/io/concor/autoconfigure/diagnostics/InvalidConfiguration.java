package io.concor.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * A configuration with which an application does not start.
 *
 * @param problem the problem, as the name of the test
 * @param yaml the configuration
 * @param description what the description of the failure contains
 * @param remedy what its action contains
 */
record InvalidConfiguration(String problem, String yaml, List<String> description, List<String> remedy) {

    static InvalidConfiguration yaml(String problem, String yaml) {
        return new InvalidConfiguration(problem, yaml, List.of(), List.of());
    }

    /** A flow with the given entries of its list of tasks. */
    static InvalidConfiguration tasks(String problem, String... tasks) {
        return yaml(
                problem,
                "concor.flows.mo-flow.tasks:\n"
                        + String.join("\n", Stream.of(tasks).map("  - "::concat).toList()));
    }

    /** A flow with a synchronized-remote task and the given settings of its slot. */
    static InvalidConfiguration slot(String problem, String slot) {
        return tasks(problem, "{ name: resolver, task: endpointResolver, slot: { " + slot + " } }");
    }

    /** Returns a runner of an application with the beans of {@link TestTasks}. */
    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
                .withUserConfiguration(TestTasks.class);
    }

    InvalidConfiguration describes(String... words) {
        return new InvalidConfiguration(problem, yaml, List.of(words), remedy);
    }

    InvalidConfiguration remedy(String... words) {
        return new InvalidConfiguration(problem, yaml, description, List.of(words));
    }

    void requireReported() {
        FailureAnalysis analysis = StartupFailure.analysis(runner().withInitializer(new YamlInitializer(yaml)));

        assertThat(analysis.getDescription()).contains(description);
        assertThat(analysis.getAction()).contains(remedy);
    }

    @Override
    public String toString() {
        return problem;
    }
}
