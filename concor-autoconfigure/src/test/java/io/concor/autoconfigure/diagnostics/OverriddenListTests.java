package io.concor.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.YamlInitializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A list of tasks in the file of a profile replaces that of another file as a whole: an error is described with the value
 * and the file that took effect.
 */
class OverriddenListTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[ translator, nowhere ] | tasks[1] | nowhere",
                "[ translator, { name: nowhere } ] | tasks[1].name | nowhere",
                "[ translator, { task: nowhere } ] | tasks[1].task | nowhere",
                "[ translator, { task: endpointResolver, slot: { pool: single } } ] | tasks[1].slot.pool | single"
            })
    void isDescribedAsInTheFileThatTookEffect(String tasks, String property, String value) {
        String description = StartupFailure.analysis(InvalidConfiguration.runner()
                        .withInitializer(
                                new YamlInitializer(
                                        "application.yml",
                                        "concor.flows.mo-flow.tasks: [ translator, { name: resolver, task: endpointResolver, slot: { pool: fixed, threads: 2 } } ]"))
                        .withInitializer(
                                new YamlInitializer("application-test.yml", "concor.flows.mo-flow.tasks: " + tasks)))
                .getDescription();

        assertThat(description)
                .contains(
                        "Property: concor.flows.mo-flow.%s%n    Value: \"%s\"%n    Origin: ".formatted(property, value))
                .contains("[application-test.yml] - ")
                .doesNotContain("[application.yml]");
    }

    @Test
    void leavesPropertiesThatAreNotOfTheListInTheirFile() {
        String description = StartupFailure.analysis(InvalidConfiguration.runner()
                        .withInitializer(
                                new YamlInitializer("application.yml", "concor.flows.mo-flow.max-in-flight: -1"))
                        .withInitializer(new YamlInitializer(
                                "application-test.yml", "concor.flows.mo-flow.tasks: [ translator ]")))
                .getDescription();

        assertThat(description).contains("Value: \"-1\"", "[application.yml] - ");
    }
}
