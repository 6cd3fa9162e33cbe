package io.concor.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tests that docs/testing.md shows are compiled and run. */
class TestingPageTest {

    private static final Path PAGE = Path.of("../docs/testing.md");

    @Test
    void showsATestThatIsRun() throws IOException {
        String code = Files.readString(Path.of("src/test/java/io/concor/test/greetings/GreetingsTest.java"));

        assertThat(PAGE).content().contains(code.substring(code.indexOf("import ")));
    }

    @Test
    void showsATestWithACrashThatIsRun() throws IOException {
        String code = Files.readString(Path.of("src/test/java/io/concor/test/durable/OrdersTest.java"));
        int begin = code.indexOf("    @ParameterizedTest");
        String test = code.substring(begin, code.indexOf("    }\n\n", begin) + 5);

        assertThat(PAGE).content().contains(test.stripIndent());
    }
}
