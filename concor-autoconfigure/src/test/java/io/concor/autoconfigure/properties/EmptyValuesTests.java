package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.SlotSetting;
import io.concor.ThreadLocalCarrier;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.preset.ConcorPresetStoreAutoConfiguration;
import io.concor.autoconfigure.propagation.ConcorPropagationAutoConfiguration;
import io.concor.manage.Manager;
import io.concor.preset.PresetStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Values and sections without content, and names that YAML reads as something else. */
class EmptyValuesTests {

    private static ApplicationContextRunner runner(String yaml) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ConcorAutoConfiguration.class,
                        ConcorPropagationAutoConfiguration.class,
                        ConcorPresetStoreAutoConfiguration.class))
                .withUserConfiguration(TestTasks.class)
                .withInitializer(new YamlInitializer(yaml));
    }

    private static ConcorProperties bound(String yaml) {
        ConcorProperties[] bound = new ConcorProperties[1];
        runner(yaml).run(context -> {
            assertThat(context).hasNotFailed();
            bound[0] = context.getBean(ConcorProperties.class);
        });
        return bound[0];
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mode",
                "flows",
                "sampling",
                "sampling.enabled",
                "sampling.burst",
                "presets",
                "presets.store",
                "presets.location",
                "presets.data-source",
                "presets.load",
                "presets.active",
                "presets.active.mo-flow",
                "presets.on-mismatch",
                "presets.watch",
                "presets.watch-interval",
                "health.stalled-after",
                "propagation.enabled",
                "observations.enabled",
                "checks.leaks",
                "limits",
                "limits.threads",
                "limits.ring-memory",
                "history.size",
                "web.errors",
                "web.errors.enabled",
                "diagnosis.enabled",
                "autopilot",
                "autopilot.mode",
                "autopilot.pause"
            })
    void emptyValueMeansTheDefault(String property) {
        ConcorProperties defaults = bound("");

        assertThat(bound("concor." + property + ": ")).isEqualTo(defaults);
        assertThat(bound("concor." + property + ": ${ABSENT:}")).isEqualTo(defaults);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-in-flight",
                "timeout",
                "slots",
                "slots.translator",
                "slots.translator.pool",
                "transactions",
                "autopilot",
                "autopilot.mode",
                "autopilot.p99",
                "autopilot.throughput"
            })
    void emptyValueOfAFlowMeansTheDefault(String property) {
        FlowSettings flow = bound("concor.flows.f: { tasks: translator, " + property + ": '${ABSENT:}' }")
                .flows()
                .get("f");

        assertThat(flow.slots().values()).allMatch(slot -> slot.pool() == null);
        assertThat(List.of(flow.maxInFlight() == null, flow.timeout() == null)).containsOnly(true);
        assertThat(flow.autopilot()).isEqualTo(FlowAutopilot.NONE);
        assertThat(flow.transactions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "capacity", "wait", "keep-alive", "batch", "linger", "batch-target"})
    void emptyValueOfASlotMeansTheDefault(String property) {
        ConcorProperties properties = bound("concor.flows.f.tasks: [ translator, { name: resolver, "
                + "task: endpointResolver, slot: { pool: cached, " + property + ": '${ABSENT:}' } } ]");

        assertThat(properties.flows().get("f").tasks().get(1).slot())
                .returns(FlatSettings.read(Map.of(SlotSetting.POOL, "cached")::get), SlotSettings::flat);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "translator:",
                "translator: ${ABSENT:}",
                "translator: { pool: '${ABSENT:}', threads: '${ABSENT:}' }",
                "resolver:",
                "resolver: { keep-alive: '${ABSENT:}' }"
            })
    void emptySectionOfASlotMeansTheDefault(String slot) {
        String tasks = "concor.flows.f.tasks: [ translator, { name: resolver, task: endpointResolver, "
                + "slot: { pool: fixed, threads: 2 } } ]\n";

        runner(tasks + "concor.flows.f.slots:\n  " + slot).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Manager.class).flow("f").layout().slots())
                    .isEqualTo(Map.of("resolver", JoinSettings.fixed(2)));
        });
    }

    @Test
    void emptySectionOfASlotAtItsTaskMeansTheDefault() {
        runner("concor.flows.f.tasks: [ { name: translator, slot: { pool: '${ABSENT:}' } } ]")
                .run(context -> assertThat(context.getBean(Manager.class)
                                .flow("f")
                                .layout()
                                .slots())
                        .isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"concor:", "concor:\n  flows:\n    # greetings:\n", "concor: ${ABSENT:}"})
    void emptySectionMeansTheDefault(String yaml) {
        assertThat(bound(yaml).flows()).isEmpty();
    }

    @Test
    void emptySectionHidesNothingBelowItInAnotherSource() {
        runner("concor.flows.f.max-in-flight: many")
                .withInitializer(new YamlInitializer("other.yml", "concor:"))
                .run(context -> assertThat(context).hasFailed());
        runner("concor.flows.f.tasks: translator")
                .withInitializer(new YamlInitializer("other.yml", "concor:\n  flows:\n"))
                .run(context -> assertThat(
                                context.getBean(ConcorProperties.class).flows())
                        .containsOnlyKeys("f"));
    }

    @Test
    void emptyValueOfAConditionMeansTheDefault() {
        runner("concor: { presets.store: '', propagation.enabled: '' }")
                .run(context ->
                        assertThat(context).hasSingleBean(PresetStore.class).hasSingleBean(ThreadLocalCarrier.class));
    }

    @Test
    void emptyUnknownKeyIsStillRefused() {
        assertThat(StartupFailure.analysis(runner("concor.sampling.brust: ''")).getDescription())
                .contains("concor.sampling.brust (did you mean 'burst'?)");
    }

    @Test
    void reportsANameThatYamlReadsAsBoolean() {
        Map.of(
                        "[ no ]", "concor.flows.f.tasks[0]",
                        "no", "concor.flows.f.tasks")
                .forEach((tasks, property) -> {
                    FailureAnalysis analysis = StartupFailure.analysis(runner("concor.flows.f.tasks: " + tasks));
                    assertThat(analysis.getDescription())
                            .contains("Property '" + property, "\"false\"", "boolean, which is how YAML reads yes, no");
                    assertThat(analysis.getAction()).contains("in quotes");
                });
        assertThat(StartupFailure.analysis(runner("concor.flows.f.tasks: [ { name: no } ]"))
                        .getAction())
                .contains("Define a bean named 'false'", "put such a name in quotes");
    }

    @Test
    void reportsATextInPlaceOfASection() {
        assertThat(StartupFailure.analysis(runner("concor.sampling: often")).getDescription())
                .contains("Property 'concor.sampling' is a text where keys are expected");
    }
}
