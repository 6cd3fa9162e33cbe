package io.concor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is published: each jar names its module, and the BOM lists all of them. */
class PublishedModulesTests {

    private static final Path ROOT = Path.of("..");
    private static final String BOM = "concor-bom";
    private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("<dependency>.*?<artifactId>(.*?)</", Pattern.DOTALL);

    @Test
    void theBomListsEachPublishedJar() {
        List<String> managed = ARTIFACT.matcher(pom(BOM))
                .results()
                .map(dependency -> dependency.group(1))
                .toList();

        assertThat(managed).isNotEmpty().containsExactlyInAnyOrderElementsOf(jars().toList());
    }

    @ParameterizedTest
    @MethodSource("jars")
    void eachPublishedJarNamesItsModule(String module) {
        assertThat(pom(module))
                .containsPattern("<Automatic-Module-Name>io[.]concor([.][a-z]+)+</Automatic-Module-Name>");
    }

    static Stream<String> jars() {
        return MODULE.matcher(pom("."))
                .results()
                .map(module -> module.group(1))
                .filter(module -> pom(module).contains("<publication.skip>false<"))
                .filter(module -> !module.equals(BOM));
    }

    private static String pom(String module) {
        try {
            return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
