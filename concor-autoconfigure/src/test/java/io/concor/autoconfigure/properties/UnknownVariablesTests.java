package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.LogCapture;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Environment variables and system properties that set nothing, which Spring ignores. */
class UnknownVariablesTests {

    private static final String FLOWS = """
            concor.flows:
              my-flow.tasks: [ translator, { name: endpoint-resolver, task: endpointResolver } ]
            """;

    @RegisterExtension
    private final LogCapture log = new LogCapture("io.concor.autoconfigure.StartReport");

    @Configuration(proxyBeanMethods = false)
    static class JavaFlow {

        @Bean("orders-in")
        Flow<String, String> orders() {
            SimpleTask<String, String> same = text -> text;
            return Flows.<String>create("orders-in").map(same, "same").build();
        }
    }

    private static ApplicationContextRunner runner(String yaml) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
                .withUserConfiguration(TestTasks.class, JavaFlow.class)
                .withInitializer(new YamlInitializer(yaml));
    }

    private static void addVariable(ConfigurableApplicationContext context, String variable, String value) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(variable, value)));
    }

    private List<String> warnings(String variable, String value) {
        runner(FLOWS)
                .withInitializer(context -> addVariable(context, variable, value))
                .run(context -> assertThat(context).hasNotFailed());
        return log.messages().stream()
                .filter(line -> line.startsWith("Unknown variables"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "CONCOR_FLOWS_MYFLOW_MAXINFLIGT, CONCOR_FLOWS_MYFLOW_MAXINFLIGHT",
        "CONCOR_FLOWS_MYFLOW_TIMOUT, CONCOR_FLOWS_MYFLOW_TIMEOUT",
        "CONCOR_FLOWS_MY_FLOW_MAXINFLIGHT, CONCOR_FLOWS_MYFLOW_MAXINFLIGHT",
        "concor_flows_my_flow_maxinflight, CONCOR_FLOWS_MYFLOW_MAXINFLIGHT",
        "CONCOR_FLOWS_MYFLOW_SLOTS_ENDPOINT_RESOLVER_THREADS, CONCOR_FLOWS_MYFLOW_SLOTS_ENDPOINTRESOLVER_THREADS",
        "CONCOR_FLOWS_MYFLOW_SLOTS_ENDPOINTRESOLVER_THREDS, CONCOR_FLOWS_MYFLOW_SLOTS_ENDPOINTRESOLVER_THREADS",
        "CONCOR_FLOWS_ORDERS_IN_AUTOPILOT_P99, CONCOR_FLOWS_ORDERSIN_AUTOPILOT_P99",
        "CONCOR_FLOWS_MYFLOW_AUTOPILOT_P90, CONCOR_FLOWS_MYFLOW_AUTOPILOT_P99",
        "CONCOR_PRESETS_ACTIV_MYFLOW, CONCOR_PRESETS_ACTIVE_MYFLOW",
        "CONCOR_SAMPLING_BRUST, CONCOR_SAMPLING_BURST",
        "CONCOR_MODUS, CONCOR_MODE"
    })
    void ofTheEnvironmentAreNamedWithWhatTheyCouldMean(String variable, String meant) {
        assertThat(warnings(variable, "64"))
                .containsExactly("Unknown variables, which set no property of Concor: " + variable + " (did you mean '"
                        + meant + "'?). Correct or remove them");
    }

    @Test
    void ofTheEnvironmentWithoutASimilarOneAreNamedAlone() {
        assertThat(warnings("CONCOR_INSTALLATION", "/opt"))
                .singleElement()
                .asString()
                .contains(": CONCOR_INSTALLATION. ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONCOR_SERVICE_HOST",
                "CONCOR_SERVICE_PORT",
                "CONCOR_SERVICE_PORT_HTTP",
                "CONCOR_PORT",
                "CONCOR_PORT_8080_TCP",
                "CONCOR_PORT_8080_TCP_PROTO",
                "CONCOR_PORT_8080_TCP_PORT",
                "CONCOR_PORT_8080_TCP_ADDR",
                "CONCOR_ADMIN_SERVICE_HOST",
                "CONCOR_ADMIN_PORT_80_TCP_ADDR",
                "CONCORDE_MODE",
                "MYAPP_CONCOR_MODUS"
            })
    void ofKubernetesAndOfOthersAreNotNamed(String variable) {
        assertThat(warnings(variable, "tcp://10.0.0.1:8080")).isEmpty();
    }

    /** Whatever is bound must not be named, and whatever is not named must be bound. */
    @ParameterizedTest
    @CsvSource({
        "CONCOR_FLOWS_MYFLOW_MAXINFLIGHT, 64",
        "CONCOR_FLOWS_MYFLOW_MAX_IN_FLIGHT, 64",
        "CONCOR_FLOWS_MY_FLOW_MAX_IN_FLIGHT, 64",
        "concor_flows_myflow_maxinflight, 64",
        "CONCOR_FLOWS_MYFLOW_TASKS, translator",
        "CONCOR_FLOWS_MYFLOW_TASKS_0, translator",
        "CONCOR_FLOWS_MYFLOW_TASKS_0_NAME, translator",
        "CONCOR_FLOWS_MY_FLOW_TIMEOUT, 5s",
        "CONCOR_FLOWS_MYFLOW_SLOTS_ENDPOINTRESOLVER_POOL, cached",
        "CONCOR_FLOWS_ORDERSIN_AUTOPILOT_P99, 5ms",
        "CONCOR_PRESETS_ACTIVE_MYFLOW, tuned",
        "CONCOR_PRESETS_ACTIVE_MY_FLOW, tuned",
        "CONCOR_PRESETS_WATCHINTERVAL, 5s",
        "CONCOR_PRESETS_WATCH_INTERVAL, 5s",
        "CONCOR_SECURITY_USERS_OPERATOR_ROLES, viewer",
        "CONCOR_SECURITY_USERS_OPERATOR_ROLES_0, viewer",
        "CONCOR_SECURITY_OAUTH2_ROLES_OPERATOR, admins",
        "CONCOR_MODE, production"
    })
    void thatSetAPropertyAreNotNamed(String variable, String value) {
        assertThat(warnings(variable, value)).isEmpty();
        runner(FLOWS).run(without -> runner(FLOWS)
                .withInitializer(context -> addVariable(context, variable, value))
                .run(with -> assertThat(with.getBean(ConcorProperties.class))
                        .isNotEqualTo(without.getBean(ConcorProperties.class))));
    }

    @Test
    void areNamedByTheOutermostContextOnly() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
                .withInitializer(context -> addVariable(context, "CONCOR_MODUS", "production"));

        runner.run(parent ->
                runner.withParent(parent).run(child -> assertThat(child).hasNotFailed()));

        assertThat(log.messages())
                .filteredOn(line -> line.contains("CONCOR_MODUS"))
                .hasSize(1);
    }

    @Test
    void ofTheSystemInASectionOfConcorAreRefused() {
        assertThat(StartupFailure.analysis(runner(FLOWS).withSystemProperties("concor.flows.my-flow.max-in-fligt=64"))
                        .getDescription())
                .contains("concor.flows.my-flow.max-in-fligt (did you mean 'max-in-flight'?)");
        assertThat(StartupFailure.analysis(runner(FLOWS).withSystemProperties("concor.presets.activ.my-flow=tuned"))
                        .getDescription())
                .contains("concor.presets.activ (did you mean 'active'?)");
    }

    @Test
    void ofTheSystemOutsideOfSectionsAreNamed() {
        runner(FLOWS).withSystemProperties("concor.modus=production").run(context -> assertThat(context)
                .hasNotFailed());

        assertThat(log.messages()).anyMatch(line -> line.contains("-Dconcor.modus (did you mean 'mode'?)"));
    }
}
