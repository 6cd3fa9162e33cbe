package io.concor.autoconfigure.preset;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with a flow and a directory of active presets. */
abstract class PresetLoadingFixture {

    static final String ACTIVE = "concor.presets.active.orders=production";

    @TempDir
    Path location;

    ApplicationContextRunner runner;

    @Configuration(proxyBeanMethods = false)
    static class OneFlow {

        @Bean
        Flow<String, Integer> orders() {
            return Flows.<String>create("orders")
                    .noJoin()
                    .map((String order) -> order, "parser")
                    .noJoin()
                    .map(String::length, "resolver")
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SmallFlow {

        @Bean
        Flow<String, Integer> small() {
            return Flows.<String>create("small")
                    .mapSingleThreaded(String::length, "counter")
                    .build();
        }
    }

    @BeforeEach
    void runner() {
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ConcorPresetStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class,
                        ConcorPresetLoadingAutoConfiguration.class))
                .withUserConfiguration(OneFlow.class)
                .withPropertyValues("concor.presets.location=" + location);
    }

    void save(String text) throws IOException {
        Files.createDirectories(location.resolve("orders"));
        Files.writeString(location.resolve("orders/production.yml"), text);
    }
}
