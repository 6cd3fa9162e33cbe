package io.concor.autoconfigure.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.TestTasks;
import io.concor.layout.Layout;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** An application with a configuration that Spring Cloud refreshes. */
@ExtendWith(OutputCaptureExtension.class)
class ConfigurationReloaderTests {

    private static final String CONFIGURATION = """
        concor:
          flows:
            mo-flow:
              max-in-flight: 64
              tasks:
                - translator
                - name: sessions
                  task: moSessionManager
                  slot: { pool: single, capacity: 64 }
                - name: resolver
                  task: endpointResolver
                  slot: { pool: fixed, threads: 2 }
          sampling: { interval: 64 }
        """;

    @TempDir
    private Path folder;

    private ConfigurableApplicationContext context;
    private Manager manager;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(TestTasks.class)
    static class Gateway {}

    @BeforeEach
    void start() throws IOException {
        Path file = write(CONFIGURATION);
        context = new SpringApplicationBuilder(Gateway.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.config.location=classpath:application.properties,file:" + file,
                        "--concor.presets.location=" + folder);
        manager = context.getBean(Manager.class);
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private Path write(String configuration) throws IOException {
        return Files.writeString(folder.resolve("application.yml"), configuration);
    }

    private void refresh(String from, String to) throws IOException {
        assertThat(CONFIGURATION).contains(from);
        write(CONFIGURATION.replace(from, to));
        context.getBean(ContextRefresher.class).refresh();
    }

    private static Map<String, JoinSettings> layout(int sessions, int threads) {
        return Map.of("sessions", JoinSettings.single().capacity(sessions), "resolver", JoinSettings.fixed(threads));
    }

    @Test
    void appliesChangedSlotsInOneChange() throws IOException {
        write(CONFIGURATION.replace("capacity: 64", "capacity: 128").replace("threads: 2", "threads: 8"));
        context.getBean(ContextRefresher.class).refresh();

        assertThat(manager.flow("mo-flow").layout()).isEqualTo(new Layout(2, layout(128, 8)));
    }

    @Test
    void appliesSlotsByName() throws IOException {
        refresh(
                "      tasks:",
                "      slots: { translator: { pool: single }, resolver: { pool: fixed, threads: 5 } }\n      tasks:");

        Map<String, JoinSettings> expected = new HashMap<>(layout(64, 5));
        expected.put("translator", JoinSettings.single());
        assertThat(manager.flow("mo-flow").layout()).isEqualTo(new Layout(2, expected));
    }

    @Test
    void appliesASlotByNameOfAnEnvironmentVariable() {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "test-systemEnvironment", Map.of("CONCOR_FLOWS_MOFLOW_SLOTS_RESOLVER_THREADS", "5")));
        context.getBean(ContextRefresher.class).refresh();

        assertThat(manager.flow("mo-flow").layout()).isEqualTo(new Layout(2, layout(64, 5)));
    }

    @Test
    void reportsASecondSpellingOfAFlowAndChangesNothing(CapturedOutput output) throws IOException {
        refresh("  flows:", "  flows:\n    moFlow: { tasks: translator }");

        assertThat(output).contains("no change is applied", "means several names: 'mo-flow' and 'moFlow'");
        assertThat(manager.flow("mo-flow").layout()).isEqualTo(new Layout(1, layout(64, 2)));
    }

    @Test
    void keepsSlotsWhoseConfigurationDidNotChange() throws IOException {
        manager.change(
                ChangeRequest.put("mo-flow", "sessions", JoinSettings.single().capacity(16)));

        refresh("threads: 2", "threads: 3");

        assertThat(manager.flow("mo-flow").layout()).isEqualTo(new Layout(3, layout(16, 3)));
    }

    @Test
    void appliesAtTheNextRefreshWhatWasRefusedDuringATrial() throws IOException {
        manager.change(ChangeRequest.put("mo-flow", "translator", JoinSettings.single())
                .revertAfter(Duration.ofHours(1)));
        refresh("threads: 2", "threads: 3");
        assertThat(manager.flow("mo-flow").layout().version()).isEqualTo(2);
        manager.undo(ChangeRequest.options("mo-flow"));

        context.getBean(ContextRefresher.class).refresh();

        assertThat(manager.flow("mo-flow").layout().slots()).isEqualTo(layout(64, 3));
    }

    @ParameterizedTest
    @CsvSource({
        "threads: 2, threads: 0, out of bounds",
        "'pool: fixed, threads: 2', pool: single, resolver",
        "threads: 2, threads: many, many",
        "threads: 2, thread: 3, thread",
        "interval: 64, interval: 0, interval",
        "max-in-flight, most, most"
    })
    void ignoresAnInvalidConfigurationAndAppliesTheNextValidOne(
            String from, String to, String expected, CapturedOutput output) throws IOException {
        refresh(from, to);

        assertThat(manager.flow("mo-flow").layout()).isEqualTo(new Layout(1, layout(64, 2)));
        assertThat(manager.flow("mo-flow").sampling()).isEqualTo(new Sampling(true, 3, 64));
        assertThat(output).contains("changed configuration").contains(expected);

        refresh("threads: 2", "threads: 4");
        assertThat(manager.flow("mo-flow").layout().slots()).isEqualTo(layout(64, 4));
    }

    @Test
    void appliesTheSampling() throws IOException {
        refresh("interval: 64", "interval: 32");

        assertThat(manager.flow("mo-flow").sampling()).isEqualTo(new Sampling(true, 3, 32));
    }

    @ParameterizedTest
    @CsvSource({
        "max-in-flight: 64, max-in-flight: 65, concor.flows.mo-flow.max-in-flight",
        "'- translator', '- { name: first, task: translator }', concor.flows.mo-flow.tasks",
        "'  sampling:', '  health: { stalled-after: 5s }\n  sampling:', concor.health"
    })
    void reportsChangesThatRequireARestart(String from, String to, String property, CapturedOutput output)
            throws IOException {
        refresh(from, to);

        assertThat(output).containsOnlyOnce("take effect only after a restart: [%s]".formatted(property));
        assertThat(manager.flow("mo-flow").layout().version()).isOne();
    }

    @Test
    void reportsASlotThatIsNoLongerConfigured(CapturedOutput output) throws IOException {
        refresh("          slot: { pool: fixed, threads: 2 }\n", "");

        assertThat(manager.flow("mo-flow").layout()).isEqualTo(new Layout(1, layout(64, 2)));
        assertThat(output).containsOnlyOnce("Slots [resolver] of flow 'mo-flow' are no longer configured");
    }

    @Test
    void needsNoSpringCloud() {
        new ApplicationContextRunner()
                .withUserConfiguration(ConcorRefreshAutoConfiguration.class, ConcorAutoConfiguration.class)
                .withClassLoader(new FilteredClassLoader("org.springframework.cloud"))
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(ConcorRefreshAutoConfiguration.class));
    }
}
