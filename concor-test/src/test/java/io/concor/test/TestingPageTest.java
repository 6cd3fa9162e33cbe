package io.concor.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The first test that docs/testing.md shows is compiled and run. */
class TestingPageTest {

    @Test
    void showsATestThatIsRun() throws IOException {
        String code = Files.readString(Path.of("src/test/java/io/concor/test/greetings/GreetingsTest.java"));

        assertThat(Path.of("../docs/testing.md")).content().contains(code.substring(code.indexOf("import ")));
    }
}
