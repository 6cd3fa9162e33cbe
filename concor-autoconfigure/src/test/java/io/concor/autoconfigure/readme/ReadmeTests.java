package io.concor.autoconfigure.readme;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.endpoint.Http;
import io.concor.manage.Manager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.test.context.ContextConfiguration;

/** The application that the README describes, run with the configuration that it shows. */
@SpringBootTest(classes = ReadmeTests.Application.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@ContextConfiguration(initializers = ReadmeTests.Configuration.class)
class ReadmeTests {

    private static final String README = read(Path.of("../README.md"));
    private static final Path SOURCES = Path.of("src/test/java/io/concor/autoconfigure/readme");

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({Greeter.class, GreetingController.class})
    static class Application {}

    static class Configuration implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            List<String> shown = Pattern.compile("```yaml\\R(.*?)```", Pattern.DOTALL)
                    .matcher(README)
                    .results()
                    .map(block -> block.group(1))
                    .toList();
            assertThat(shown).hasSize(1).allSatisfy(yaml -> add(yaml, context));
        }

        private static void add(String yaml, ConfigurableApplicationContext context) throws IOException {
            new YamlPropertySourceLoader()
                    .load("README " + yaml.hashCode(), new ByteArrayResource(yaml.getBytes(UTF_8)))
                    .forEach(context.getEnvironment().getPropertySources()::addFirst);
        }
    }

    @LocalServerPort
    private int port;

    @Autowired
    private GreetingController controller;

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void theApplicationGreets() throws Exception {
        assertThat(controller.greet("World").get(10, TimeUnit.SECONDS)).isEqualTo("Hello, World");
    }

    /** Of the warnings about layouts, a newcomer sees none: neither at the start nor in the answer. */
    @Test
    void itsFlowCanBeReadAndChangedOverHttpWithoutAWarning(@Autowired Manager manager) {
        Http http = new Http(port);
        assertThat(http.get("concor/greetings").at("/components/0/bean")).isEqualTo("greeter");
        assertThat(http.get("concordiagnosis/greetings").at("/state")).isEqualTo("unknown");
        assertThat(manager.flow("greetings").topology().slots())
                .allSatisfy(join -> assertThat(join.threads()).isLessThanOrEqualTo(2));

        Http.Answer answer = http.post("concorslots/greetings/greeter", shownChange());

        assertThat(answer.json().at("/newSettings/threads").asInt())
                .as(answer.text())
                .isBetween(1, 2);
        assertThat(answer.at("/changed")).isEqualTo("true");
        assertThat(answer.json().path("warnings")).isEmpty();
        assertThat(http.post("concorchanges/greetings", "{\"action\":\"undo\"}").at("/changed"))
                .isEqualTo("true");
    }

    /** The body of the call that changes the slot. */
    private static String shownChange() {
        Matcher change = Pattern.compile(
                        "curl \\S+/actuator/concorslots/greetings/greeter .*?-d '(.*?)'", Pattern.DOTALL)
                .matcher(README);
        assertThat(change.find()).isTrue();
        return change.group(1);
    }

    @ParameterizedTest
    @ValueSource(classes = {Greeter.class, GreetingController.class})
    void theReadmeShowsTheCodeThatIsRun(Class<?> shown) {
        String source = read(SOURCES.resolve(shown.getSimpleName() + ".java"));
        String code = source.substring(source.indexOf("import "));
        assertThat(README).containsIgnoringWhitespaces(code);
    }
}
