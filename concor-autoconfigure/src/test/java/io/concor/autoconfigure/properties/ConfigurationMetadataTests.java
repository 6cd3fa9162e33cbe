package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration metadata for editors. */
class ConfigurationMetadataTests {

    private static DocumentContext metadata;

    @BeforeAll
    static void read() throws IOException {
        try (InputStream generated =
                ConcorProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            metadata = JsonPath.parse(generated);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "concor.mode, tuning",
        "concor.sampling.enabled, true",
        "concor.sampling.burst, 3",
        "concor.sampling.interval, 128",
        "concor.presets.store, file",
        "concor.presets.location, ./presets",
        "concor.presets.load, auto",
        "concor.queues.store, sqlite",
        "concor.queues.location, ./concor-queues.db",
        "concor.queues.remember, 24h",
        "concor.queues.show-messages, false",
        "concor.queues.max-message-size, 1MB",
        "concor.health.stalled-after, 30s",
        "concor.checks.leaks, off",
        "concor.history.size, 1000",
        "concor.web.errors.enabled, true"
    })
    void reportsTheDefaultOfEachProperty(String name, String value) {
        List<Object> defaults = metadata.read("$.properties[?(@.name == '%s')].defaultValue".formatted(name));
        assertThat(defaults).extracting(Object::toString).containsExactly(value);
    }

    @ParameterizedTest
    @CsvSource({"concor.flows", "concor.presets.active", "concor.queues.types"})
    void knowsTheMaps(String name) {
        List<String> types = metadata.read("$.properties[?(@.name == '%s')].type".formatted(name));
        assertThat(types).singleElement().asString().startsWith("java.util.Map");
    }

    @Test
    void describesEveryProperty() {
        List<String> names = metadata.read("$.properties[?(@.name =~ /concor.*/)].name");
        List<String> descriptions = metadata.read("$.properties[?(@.name =~ /concor.*/)].description");
        assertThat(descriptions).hasSameSizeAs(names).noneMatch(String::isBlank);
    }

    @ParameterizedTest
    @CsvSource({
        "pool, 'none,single,fixed,cached,virtual,keyed'",
        "wait, 'blocking,yielding,spinning'",
        "queue, 'memory,durable,remote'",
        "batch-errors, 'fail,split'"
    })
    void suggestsTheValuesOfASlot(String setting, String words) {
        List<String> suggested =
                metadata.read("$.hints[?(@.name == 'concor.flows.tasks.slot.%s')].values[*].value".formatted(setting));
        assertThat(suggested).containsExactly(words.split(","));
    }

    @Test
    void suggestsTaskBeans() {
        List<String> targets =
                metadata.read("$.hints[?(@.name == 'concor.flows.tasks.task')].providers[*].parameters.target");
        assertThat(targets).containsExactly("io.concor.Task");
    }
}
