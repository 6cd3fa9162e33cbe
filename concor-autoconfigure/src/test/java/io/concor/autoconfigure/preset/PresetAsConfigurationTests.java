package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Complete applications read saved presets as configurations, and configurations as presets. */
class PresetAsConfigurationTests {

    private static final String APPLICATION = """
        concor:
          mode: tuning
          flows:
            mo-flow:
              max-in-flight: 64
              timeout: 20s
              tasks:
                - translator
                - name: session-manager
                  task: sessions
                - name: endpoint resolver
                  task: resolver
                - name: "on"
                  task: router
                  slot: { pool: fixed, threads: 3, capacity: 64 }
                - name: Trans.Logger_1
                  task: logger
                  slot: { pool: none }
        """;

    private static final Map<String, JoinSettings> FIRST_LAYOUT = Map.of(
            "session-manager",
            JoinSettings.single(),
            "endpoint resolver",
            JoinSettings.cached(32),
            "on",
            JoinSettings.fixed(3).capacity(64));

    @TempDir
    private Path folder;

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ConcorPresetStoreAutoConfiguration.class,
        ConcorAutoConfiguration.class,
        ConcorPresetLoadingAutoConfiguration.class
    })
    static class Gateway {

        @Bean
        SimpleTask<String, String> translator() {
            return message -> message;
        }

        @Bean
        SingleThreadedTask<String, String> sessions() {
            return message -> message;
        }

        @Bean
        SynchronizedRemoteTask<String, String> resolver() {
            return message -> message;
        }

        @Bean
        SimpleTask<String, String> router() {
            return message -> message;
        }

        @Bean
        SimpleTask<String, String> logger() {
            return message -> message;
        }
    }

    static Map<String, JoinSettings>[] layouts() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Map<String, JoinSettings>[] layouts = new Map[] {
            FIRST_LAYOUT,
            Map.of("session-manager", JoinSettings.single().capacity(8), "Trans.Logger_1", JoinSettings.cached(5)),
            Map.of(
                    "translator",
                    JoinSettings.fixed(2),
                    "session-manager",
                    JoinSettings.single(),
                    "on",
                    JoinSettings.single())
        };
        return layouts;
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void aSavedPresetIsAConfigurationOfItsLayout(Map<String, JoinSettings> layout) throws IOException {
        String saved = save(layout);
        String otherDocument = APPLICATION + "---\n" + saved;

        assertThat(layoutOf(otherDocument)).isEqualTo(withResolver(layout));
    }

    @Test
    void aSavedPresetCanBeImportedByAConfiguration() throws IOException {
        Map<String, JoinSettings> layout = layouts()[1];
        save(layout);
        String importing =
                APPLICATION + "spring.config.import: file:%s\n".formatted(folder.resolve("presets/mo-flow/tuned.yml"));

        assertThat(layoutOf(importing)).isEqualTo(withResolver(layout));
    }

    @Test
    void theSlotsOfASavedPresetCanBePastedBelowTheFlow() throws IOException {
        Map<String, JoinSettings> layout = layouts()[2];
        String saved = save(layout);
        String slots = saved.substring(saved.indexOf("      slots:"));

        assertThat(layoutOf(APPLICATION + slots)).isEqualTo(withResolver(layout));
    }

    @Test
    void theConcorPartOfAConfigurationIsAPresetOfItsLayout() throws IOException {
        Files.createDirectories(folder.resolve("presets/mo-flow"));
        Files.writeString(folder.resolve("presets/mo-flow/pasted.yml"), APPLICATION);

        try (ConfigurableApplicationContext context = start(APPLICATION)) {
            Manager manager = context.getBean(Manager.class);
            manager.change(ChangeRequest.layout("mo-flow", withResolver(layouts()[1])));

            manager.flow("mo-flow").presets().apply("pasted", ChangeRequest.layout("mo-flow", Map.of()));

            assertThat(manager.flow("mo-flow").layout().slots()).isEqualTo(FIRST_LAYOUT);
            assertThat(manager.flow("mo-flow").topology().drifted()).isFalse();
        }
    }

    private String save(Map<String, JoinSettings> layout) throws IOException {
        try (ConfigurableApplicationContext context = start(APPLICATION)) {
            Manager manager = context.getBean(Manager.class);
            manager.change(ChangeRequest.layout("mo-flow", withResolver(layout)));
            manager.flow("mo-flow").presets().save("tuned", "as measured: 5/s # or so");
        }
        return Files.readString(folder.resolve("presets/mo-flow/tuned.yml"));
    }

    /** The resolver blocks, so its threads are never those of the session manager. */
    private static Map<String, JoinSettings> withResolver(Map<String, JoinSettings> layout) {
        Map<String, JoinSettings> whole = new HashMap<>(layout);
        whole.putIfAbsent("endpoint resolver", JoinSettings.fixed(4));
        return whole;
    }

    private Map<String, JoinSettings> layoutOf(String configuration) throws IOException {
        try (ConfigurableApplicationContext context = start(configuration)) {
            return context.getBean(Manager.class).flow("mo-flow").layout().slots();
        }
    }

    private ConfigurableApplicationContext start(String configuration) throws IOException {
        Path file = Files.writeString(folder.resolve("application.yml"), configuration);
        return new SpringApplicationBuilder(Gateway.class)
                .web(WebApplicationType.NONE)
                .run("--spring.config.location=file:" + file, "--concor.presets.location=" + folder.resolve("presets"));
    }
}
