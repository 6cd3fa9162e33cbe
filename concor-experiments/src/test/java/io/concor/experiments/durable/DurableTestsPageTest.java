package io.concor.experiments.durable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that docs/experiments/durable-tests.md names are there. */
class DurableTestsPageTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*Tests?)?(?:\\.(\\w+))?`");

    @Test
    void namesTestsThatExist() throws IOException {
        Matcher named = NAMED.matcher(Files.readString(ROOT.resolve("docs/experiments/durable-tests.md")));
        String source = "";
        int found = 0;
        while (named.find()) {
            if (named.group(1) != null) {
                source = source(named.group(1));
            }
            if (named.group(2) != null) {
                assertThat(source).as(named.group()).contains("void " + named.group(2) + "(");
            }
            found++;
        }
        assertThat(found).isGreaterThan(50);
    }

    private static String source(String type) throws IOException {
        try (Stream<Path> files = Files.find(ROOT, 20, (path, file) -> path.endsWith(type + ".java") && isTest(path))) {
            Path only = files.findFirst().orElseThrow(() -> new AssertionError("There is no test " + type));
            return Files.readString(only);
        }
    }

    private static boolean isTest(Path path) {
        return path.toString().contains("/src/test/java/");
    }
}
