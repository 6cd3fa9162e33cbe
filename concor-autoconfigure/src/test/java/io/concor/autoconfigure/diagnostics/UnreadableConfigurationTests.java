package io.concor.autoconfigure.diagnostics;

import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.runner;
import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.slot;
import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.tasks;
import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.YamlInitializer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Configurations with unknown keys, or with values that no property accepts. */
class UnreadableConfigurationTests {

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void reportsProblemPlaceAndRemedy(InvalidConfiguration wrong) {
        wrong.requireReported();
    }

    static Stream<InvalidConfiguration> reportsProblemPlaceAndRemedy() {
        return Stream.of(
                yaml("a key that is unknown", "concor: { flow: { tasks: [ translator ] } }")
                        .describes(
                                "Property: concor.flow (did you mean 'flows'?)",
                                "Contains: concor.flow.tasks[0]",
                                "Unknown properties")
                        .remedy("Correct or remove them."),
                yaml(
                                "a key of a flow that is unknown",
                                "concor.flows.mo-flow: { max-events: 3, tasks: [ translator ] }")
                        .describes("concor.flows.mo-flow.max-events", "Value: \"3\"", "[test.yml] - ")
                        .remedy("of a flow: max-in-flight, timeout, tasks"),
                yaml(
                                "a key of a flow that is misspelled",
                                "concor.flows.mo-flow: { maxInFlights: 3, tasks: [ translator ] }")
                        .describes("(did you mean 'max-in-flight'?)")
                        .remedy("Correct or remove them."),
                yaml("a key of a section of a section that is misspelled", "concor.web.errors.enable: false")
                        .describes("concor.web.errors.enable (did you mean 'enabled'?)")
                        .remedy("Correct or remove them."),
                tasks("a key of a task that is unknown", "{ name: translator, bean: translator }")
                        .describes("concor.flows.mo-flow.tasks[0].bean", "Value: \"translator\"")
                        .remedy("of a task: name, task, slot"),
                slot("a pool that is misspelled", "pool: chached")
                        .describes("'chached' is unknown (did you mean 'cached'?)")
                        .remedy("cached"),
                yaml(
                                "a slot that is misspelled",
                                "concor.flows.mo-flow: { tasks: [ translator ], slots: { transaltor: { pool: none } } }")
                        .describes("no component 'transaltor' (did you mean 'translator'?)")
                        .remedy("translator"),
                slot("a key of a slot that is unknown", "pool: fixed, thread: 3")
                        .describes(
                                "concor.flows.mo-flow.tasks[0].slot.thread (did you mean 'threads'?)", "Value: \"3\"")
                        .remedy("Correct or remove them."),
                slot("threads that are no number", "pool: fixed, threads: many")
                        .describes(
                                "Property 'concor.flows.mo-flow.tasks[0].slot.threads': 'many' is not a whole number",
                                "[test.yml] - ")
                        .remedy("Allowed for 'threads': a whole number up to"),
                slot("a keep-alive that is no time", "pool: cached, keep-alive: long")
                        .describes("concor.flows.mo-flow.tasks[0].slot.keep-alive", "'long' is not a duration")
                        .remedy("a number with a unit, such as 500ms, 60s or 5m"),
                yaml(
                                "a timeout with its unit in words",
                                "concor.flows.mo-flow: { timeout: 5 seconds, tasks: [ translator ] }")
                        .describes(
                                "Property 'concor.flows.mo-flow.timeout': '5 seconds' is not a duration",
                                "Value: \"5 seconds\"",
                                "[test.yml] - ")
                        .remedy("Allowed for 'timeout': a number with a unit, such as 500ms, 60s or 5m."),
                yaml(
                                "a number beyond all bounds",
                                "concor.flows.mo-flow: { max-in-flight: 99999999999, tasks: [ translator ] }")
                        .describes(
                                "Property 'concor.flows.mo-flow.max-in-flight': '99999999999' is not a whole number up to 2147483647")
                        .remedy("Allowed for 'max-in-flight'"),
                yaml("a text in place of a flow", "concor.flows.mo-flow: translator")
                        .describes("concor.flows.mo-flow", "translator")
                        .remedy("configuration"),
                yaml("a mode that is unknown", "concor.mode: testing")
                        .describes("Property 'concor.mode'", "testing")
                        .remedy("tuning, production"),
                yaml("a mode that is misspelled", "concor.mode: prodution")
                        .describes("'prodution' is unknown to this version of Concor (did you mean 'production'?)")
                        .remedy("tuning, production"),
                yaml("a store that is unknown", "concor.presets.store: tape")
                        .describes("Property 'concor.presets.store'", "tape")
                        .remedy("file"),
                yaml("a burst longer than its interval", "concor.sampling: { burst: 5, interval: 4 }")
                        .describes("Property 'concor.sampling.burst'", "5 is out of bounds", "[test.yml] - ")
                        .remedy("1 to interval (4)"),
                yaml("an interval of nothing", "concor.sampling: { interval: 0 }")
                        .describes("Property 'concor.sampling.interval'", "0 is out of bounds")
                        .remedy("1 to 1000000"),
                yaml("a key of checks that is unknown", "concor.checks: { leak: warn }")
                        .describes("concor.checks.leak (did you mean 'leaks'?)", "Value: \"warn\"", "[test.yml] - ")
                        .remedy("Correct or remove them."),
                yaml("a key of limits that is unknown", "concor.limits: { threads-per-pool: 4 }")
                        .describes("concor.limits.threads-per-pool (did you mean ", "Value: \"4\"", "[test.yml] - ")
                        .remedy("Correct or remove them."),
                yaml("a key of the history that is unknown", "concor.history: { length: 100 }")
                        .describes("concor.history.length", "Value: \"100\"", "[test.yml] - ")
                        .remedy("of history: size"),
                yaml("a stall that is over at once", "concor.health.stalled-after: 0s")
                        .describes("Property 'concor.health.stalled-after'", "0s is out of bounds")
                        .remedy("longer than 0"));
    }

    @Test
    void reportsThatAListComesFromOneSource() {
        FailureAnalysis analysis = StartupFailure.analysis(runner().withInitializer(
                        new YamlInitializer("concor.flows.mo-flow.tasks: [ translator, endpointResolver ]"))
                .withPropertyValues("concor.flows.mo-flow.tasks[1].slot.capacity=2048"));

        assertThat(analysis.getDescription()).contains("concor.flows.mo-flow.tasks[1].slot.capacity");
        assertThat(analysis.getAction())
                .contains("A list is read from one source only", "concor.flows.<flow>.slots.<component>");
    }

    @Test
    void reportsAKeyOnceHoweverManyPropertiesHaveIt() {
        FailureAnalysis analysis = StartupFailure.analysis(runner().withInitializer(new YamlInitializer(
                "concor.flow.mo-flow: { timeout: 3s, tasks: [ translator, endpointResolver ] }")));

        assertThat(analysis.getDescription())
                .containsOnlyOnce("Property: ")
                .containsOnlyOnce("(did you mean 'flows'?)")
                .contains("Contains: concor.flow.mo-flow.tasks[0] and 2 more", "[test.yml] - 1:");
    }

    @Test
    void reportsAKeyOnceWithItsPlaceInEachSource() {
        String yaml = "concor.flows.mo-flow.tasks: [ { name: translator, task: translator, slot: { thread: 3 } } ]";
        FailureAnalysis analysis = StartupFailure.analysis(runner().withInitializer(new YamlInitializer(yaml))
                .withPropertyValues("concor.flows.mo-flow.tasks[0].slot.thread=4"));

        assertThat(analysis.getDescription())
                .containsOnlyOnce("Property: ")
                .containsOnlyOnce("tasks[0].slot.thread (did you mean 'threads'?)")
                .contains("Value: \"3\"", "[test.yml] - 1:", "Value: \"4\"");
    }

    @Test
    void listsAllKeysOnlyIfNoneIsSimilarToAnUnknownOne() {
        String typo = "concor.checks.leak: warn";

        assertThat(remedy(typo)).isEqualTo("Correct or remove them.");
        assertThat(remedy(typo + "\nconcor.nothing: 3"))
                .contains(
                        "Known below 'concor': mode, node, flows, sampling, presets, queues, kafka, health, propagation, observations, checks",
                        "of checks: leaks",
                        "of web: errors; of web.errors: enabled");
    }

    private static String remedy(String yaml) {
        return StartupFailure.analysis(runner().withInitializer(new YamlInitializer(yaml)))
                .getAction();
    }

    @Test
    void doesNotMentionSourcesIfAKeyIsUnknown() {
        FailureAnalysis analysis = StartupFailure.analysis(runner().withInitializer(new YamlInitializer(
                "concor.flows.mo-flow.tasks: [ { name: translator, task: translator, slot: { thread: 3 } } ]")));

        assertThat(analysis.getDescription()).contains("tasks[0].slot.thread");
        assertThat(analysis.getAction()).doesNotContain("one source");
    }
}
