package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.diagnosis.ConcorDiagnosisAutoConfiguration;
import io.concor.autoconfigure.preset.ConcorPresetLoadingAutoConfiguration;
import io.concor.autoconfigure.preset.ConcorPresetStoreAutoConfiguration;
import io.concor.autoconfigure.properties.section.Role;
import io.concor.autoconfigure.properties.section.UserSettings;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.manage.Manager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Keys that other sources than the file write in another way: environment variables, JSON, properties of tests. */
class CanonicalKeysTests {

    private static final String FLOW = """
        concor:
          flows:
            mo-flow:
              max-in-flight: 32
              tasks:
                - translator
                - name: endpoint-resolver
                  task: endpointResolver
                  slot: { pool: fixed, threads: 2 }
          presets.active.mo-flow: tuned
        """;
    private static final String JAVA_FLOW = "orders-in";

    @Configuration(proxyBeanMethods = false)
    static class JavaFlow {

        @Bean(JAVA_FLOW)
        Flow<String, String> orders() {
            SimpleTask<String, String> same = text -> text;
            return Flows.<String>create(JAVA_FLOW).map(same, "same").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SimilarJavaFlow {

        @Bean
        Flow<String, String> ordersIn() {
            SimpleTask<String, String> same = text -> text;
            return Flows.<String>create("ordersIn").map(same, "same").build();
        }
    }

    private static ApplicationContextRunner runner(String yaml) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
                .withUserConfiguration(TestTasks.class)
                .withInitializer(new YamlInitializer(yaml));
    }

    private static ApplicationContextRunner environment(ApplicationContextRunner runner, String... variables) {
        return runner.withInitializer(context -> context.getEnvironment()
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", map(variables))));
    }

    private static ApplicationContextRunner properties(ApplicationContextRunner runner, String... properties) {
        return runner.withInitializer(context -> {
            MutablePropertySources sources = context.getEnvironment().getPropertySources();
            sources.addFirst(new MapPropertySource("json-" + sources.size(), map(properties)));
        });
    }

    private static Map<String, Object> map(String... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (String pair : pairs) {
            map.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        return map;
    }

    @Test
    void anEnvironmentVariableGivesAUserThePassword() {
        String user = "concor.security.users.night-shift.roles: viewer";

        environment(runner(user), "CONCOR_SECURITY_USERS_NIGHTSHIFT_PASSWORD=correct horse battery")
                .run(context -> assertThat(context.getBean(ConcorProperties.class)
                                .security()
                                .users())
                        .containsOnly(Map.entry(
                                "night-shift", new UserSettings("correct horse battery", Set.of(Role.VIEWER)))));
    }

    private static void requireFlow(ApplicationContextRunner runner, Consumer<FlowSettings> requirement) {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Manager.class).names()).containsExactly("mo-flow");
            Map<String, FlowSettings> flows =
                    context.getBean(ConcorProperties.class).flows();
            assertThat(flows).containsOnlyKeys("mo-flow");
            assertThat(ConcorPropertiesBinder.bind(context.getEnvironment()).flows())
                    .isEqualTo(flows);
            requirement.accept(flows.get("mo-flow"));
        });
    }

    private static FailureAnalysis analysis(ApplicationContextRunner runner) {
        return StartupFailure.analysis(runner);
    }

    @Test
    void environmentVariableChangesTheFlowOfTheFile() {
        requireFlow(
                environment(runner(FLOW), "CONCOR_FLOWS_MOFLOW_MAXINFLIGHT=64"),
                flow -> assertThat(flow.maxInFlight()).isEqualTo(64));
    }

    @Test
    void environmentVariableReplacesTheTasksOfTheFile() {
        requireFlow(environment(runner(FLOW), "CONCOR_FLOWS_MOFLOW_TASKS=translator"), flow -> assertThat(flow.tasks())
                .hasSize(1));
    }

    @Test
    void anotherSpellingInAnotherSourceMeansTheFlowOfTheFile() {
        for (String key : new String[] {"moflow", "moFlow", "mo_flow", "MO-FLOW", "m-o-f-l-o-w"}) {
            requireFlow(
                    properties(runner(FLOW), "concor.flows." + key + ".max-in-flight=64"),
                    flow -> assertThat(flow.maxInFlight()).isEqualTo(64));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"moFlow", "mo_flow", "MO-FLOW", "[mo.flow]", "[moFlow]"})
    void theSourceWithPrecedenceDecidesWhicheverSpellingItHas(String spelling) {
        ApplicationContextRunner profile = properties(
                runner(FLOW),
                "concor.flows." + spelling + ".max-in-flight=64",
                "concor.flows." + spelling + ".timeout=7s",
                "concor.flows." + spelling + ".slots.endpointResolver.pool=cached",
                "concor.flows." + spelling + ".slots.endpointResolver.threads=5",
                "concor.presets.active." + spelling + "=profile");

        requireFlow(profile, flow -> assertThat(flow)
                .returns(64, FlowSettings::maxInFlight)
                .returns(Duration.ofSeconds(7), FlowSettings::timeout));
        requireFlow(
                properties(
                        profile,
                        "concor.flows.mo-flow.max-in-flight=128",
                        "concor.flows.mo-flow.slots.endpoint-resolver.threads=6",
                        "concor.presets.active.mo-flow=line"),
                flow -> {
                    assertThat(flow)
                            .returns(128, FlowSettings::maxInFlight)
                            .returns(Duration.ofSeconds(7), FlowSettings::timeout);
                    assertThat(flow.slots()).containsOnlyKeys("endpoint-resolver");
                    assertThat(flow.slots().get("endpoint-resolver"))
                            .returns("cached", SlotSettings::pool)
                            .returns(6, SlotSettings::threads);
                });
        properties(profile, "concor.presets.active.mo-flow=line").run(context -> assertThat(
                        context.getBean(ConcorProperties.class).presets().active())
                .containsExactly(Map.entry("mo-flow", "line")));
    }

    @Test
    void theCommandLineTakesPrecedenceOverEnvironmentVariables() {
        ApplicationContextRunner variables =
                environment(runner(FLOW), "CONCOR_FLOWS_MOFLOW_MAXINFLIGHT=64", "CONCOR_FLOWS_MOFLOW_TIMEOUT=7s");

        requireFlow(properties(variables, "concor.flows.mo-flow.max-in-flight=128"), flow -> assertThat(flow)
                .returns(128, FlowSettings::maxInFlight)
                .returns(Duration.ofSeconds(7), FlowSettings::timeout));
    }

    @Test
    void environmentVariableTakesPrecedenceOverAnotherSpelling() {
        requireFlow(
                environment(
                        properties(runner(FLOW), "concor.flows.moFlow.max-in-flight=64"),
                        "CONCOR_FLOWS_MOFLOW_MAXINFLIGHT=128"),
                flow -> assertThat(flow.maxInFlight()).isEqualTo(128));
    }

    @Test
    void theSourceWithPrecedenceDecidesAboutAFlowWhoseNameNeedsBrackets() {
        ApplicationContextRunner variables = environment(
                runner("concor.flows: { \"[mo.flow]\": { tasks: translator, timeout: 5s, max-in-flight: 8 } }"),
                "CONCOR_FLOWS_MOFLOW_MAXINFLIGHT=64",
                "CONCOR_FLOWS_MOFLOW_TIMEOUT=7s");

        properties(variables, "concor.flows[mo.flow].max-in-flight=128").run(context -> assertThat(
                        context.getBean(ConcorProperties.class).flows().get("mo.flow"))
                .returns(128, FlowSettings::maxInFlight)
                .returns(Duration.ofSeconds(7), FlowSettings::timeout));
    }

    @Test
    void theSourceWithPrecedenceDecidesAboutAUserWhicheverSpellingItHas() {
        ApplicationContextRunner variable = environment(
                runner("concor.security.users: { \"[night.shift]\": { roles: viewer, password: of the file } }"),
                "CONCOR_SECURITY_USERS_NIGHTSHIFT_PASSWORD=of the variable",
                "CONCOR_SECURITY_USERS_NIGHTSHIFT_ROLES=operator");

        properties(variable, "concor.security.users[night.shift].password=of the line")
                .run(context -> assertThat(context.getBean(ConcorProperties.class)
                                .security()
                                .users())
                        .containsOnly(
                                Map.entry("night.shift", new UserSettings("of the line", Set.of(Role.OPERATOR)))));
    }

    @Test
    void environmentVariableChangesTheSlotOfTheTask() {
        environment(runner(FLOW), "CONCOR_FLOWS_MOFLOW_SLOTS_ENDPOINTRESOLVER_THREADS=7")
                .run(context -> assertThat(context.getBean(Manager.class)
                                .flow("mo-flow")
                                .layout()
                                .slots()
                                .get("endpoint-resolver")
                                .threads())
                        .isEqualTo(7));
    }

    @Test
    void environmentVariableChangesASlotWhoseNameNeedsBrackets() {
        String flow = """
            concor.flows.mo-flow:
              tasks:
                - translator
                - { name: the resolver, task: endpointResolver }
              slots: { "[the resolver]": { pool: fixed, threads: 2, capacity: 64 } }
            """;
        requireFlow(environment(runner(flow), "CONCOR_FLOWS_MOFLOW_SLOTS_THERESOLVER_THREADS=7"), settings -> {
            assertThat(settings.slots()).containsOnlyKeys("the resolver");
            assertThat(settings.slots().get("the resolver").threads()).isEqualTo(7);
            assertThat(settings.slots().get("the resolver").capacity()).isEqualTo(64);
        });
    }

    @Test
    void environmentVariableChangesAFlowWhoseNameNeedsBrackets() {
        environment(
                        runner("concor.flows: { \"[mo.flow]\": { tasks: translator, timeout: 5s, max-in-flight: 8 } }"),
                        "CONCOR_FLOWS_MOFLOW_MAXINFLIGHT=64")
                .run(context -> {
                    assertThat(context.getBean(Manager.class).names()).containsExactly("mo.flow");
                    FlowSettings flow =
                            context.getBean(ConcorProperties.class).flows().get("mo.flow");
                    assertThat(flow.maxInFlight()).isEqualTo(64);
                    assertThat(flow.timeout()).hasSeconds(5);
                });
    }

    @Test
    void environmentVariableSelectsThePresetOfTheFlow() {
        environment(runner(FLOW), "CONCOR_PRESETS_ACTIVE_MOFLOW=production").run(context -> assertThat(
                        context.getBean(ConcorProperties.class).presets().active())
                .containsExactly(Map.entry("mo-flow", "production")));
    }

    @Test
    void refusesTwoDefinitionsOfAFlowInDifferentSpellings() {
        FailureAnalysis analysis = analysis(properties(runner(FLOW), "concor.flows.moFlow.tasks=translator"));

        assertThat(analysis.getDescription()).contains("'mo-flow'", "'moFlow'", "means several names");
        assertThat(analysis.getAction()).contains("Write one name in the same way everywhere");
    }

    @Test
    void refusesASlotOfTwoComponentsThatDifferOnlyInHyphens() {
        String flow = "concor.flows.mo-flow: { tasks: [ { name: in-put, task: translator }, "
                + "{ name: inPut, task: endpointResolver } ], slots.inPut.pool: cached }";

        assertThat(analysis(runner(flow)).getDescription())
                .contains("'in-put'", "'inPut'", "concor.flows.mo-flow.slots");
    }

    @Test
    void refusesAFlowWithoutTasksAndNamesTheNearestFlow() {
        FailureAnalysis analysis = analysis(environment(runner(FLOW), "CONCOR_FLOWS_MOFLOWS_MAXINFLIGHT=64"));

        assertThat(analysis.getDescription()).contains("Flow 'moflows'", "no component (did you mean 'mo-flow'?)");
        assertThat(analysis.getAction()).contains("correct its name (flows with tasks: 'mo-flow')");
    }

    @Test
    void namesTheJavaFlowThatAFlowWithoutTasksNearlyMeans() {
        FailureAnalysis analysis = analysis(
                environment(runner("").withUserConfiguration(JavaFlow.class), "CONCOR_FLOWS_ORDERSINN_MAXINFLIGHT=64"));

        assertThat(analysis.getDescription()).contains("did you mean 'orders-in'?");
    }

    @Test
    void refusesSettingsOfAJavaFlowThatItDoesNotHave() {
        FailureAnalysis analysis = analysis(
                environment(runner("").withUserConfiguration(JavaFlow.class), "CONCOR_FLOWS_ORDERSIN_MAXINFLIGHT=64"));

        assertThat(analysis.getDescription())
                .contains("Flow 'orders-in'", "a bean with the name of the flow already exists");
    }

    @Test
    void refusesAKeyThatMeansTwoJavaFlows() {
        ApplicationContextRunner runner = runner("").withUserConfiguration(JavaFlow.class, SimilarJavaFlow.class);

        assertThat(analysis(environment(runner, "CONCOR_PRESETS_ACTIVE_ORDERSIN=production"))
                        .getDescription())
                .contains("concor.presets.active.ordersin", "'orders-in'", "'ordersIn'");
        assertThat(analysis(environment(runner, "CONCOR_FLOWS_ORDERSIN_AUTOPILOT_P99=5ms"))
                        .getDescription())
                .contains("concor.flows.ordersin", "'orders-in'", "'ordersIn'");
    }

    @Test
    void environmentVariableSelectsThePresetOfAJavaFlow(@TempDir Path presets) {
        ApplicationContextRunner runner = runner(
                        "concor.presets: { load: always, active.orders-in: tuned, location: '" + presets + "' }")
                .withConfiguration(AutoConfigurations.of(
                        ConcorPresetLoadingAutoConfiguration.class, ConcorPresetStoreAutoConfiguration.class))
                .withUserConfiguration(JavaFlow.class);

        assertThat(analysis(environment(runner, "CONCOR_PRESETS_ACTIVE_ORDERSIN=production"))
                        .getDescription())
                .contains("flow: orders-in", "preset: production");
    }

    @Test
    void environmentVariableSetsTheGoalOfAJavaFlow() {
        environment(
                        runner("")
                                .withConfiguration(AutoConfigurations.of(ConcorDiagnosisAutoConfiguration.class))
                                .withUserConfiguration(JavaFlow.class),
                        "CONCOR_FLOWS_ORDERSIN_AUTOPILOT_P99=5ms")
                .run(context -> assertThat(
                                context.getBean(Autopilot.class).goal(JAVA_FLOW).p99())
                        .hasValue(Duration.ofMillis(5)));
    }

    @Test
    void startsTwoJavaFlowsWithSimilarNamesThatNoKeyMeans() {
        runner("").withUserConfiguration(JavaFlow.class, SimilarJavaFlow.class).run(context -> assertThat(
                        ((ConfigurableApplicationContext) context).isActive())
                .isTrue());
    }
}
