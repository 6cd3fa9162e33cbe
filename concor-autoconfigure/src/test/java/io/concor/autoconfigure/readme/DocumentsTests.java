package io.concor.autoconfigure.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What users read stays short, and no link leads nowhere. */
class DocumentsTests {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Pattern CODE = Pattern.compile("^ *```.*?^ *```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s:]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);
    /** For those who build Concor. */
    private static final Set<String> INTERNAL = Set.of("concurrency.md", "contributing.md");

    @Test
    void whatUsersReadHasAtMost30000Words() {
        assertThat(forUsers().mapToInt(DocumentsTests::words).sum()).isLessThanOrEqualTo(30_000);
    }

    @ParameterizedTest
    @MethodSource("forUsers")
    void eachPageHasAtMost3000Words(Path page) {
        assertThat(words(page)).isLessThanOrEqualTo(page.endsWith("performance.md") ? 1_500 : 3_000);
    }

    @ParameterizedTest
    @MethodSource("all")
    void eachLinkLeadsToAFileAndAHeading(Path page) {
        assertThat(matches(LINK, text(page))).allSatisfy(link -> assertLeadsSomewhere(page, link));
    }

    private static void assertLeadsSomewhere(Path page, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        assertThat(target).as(link).exists();
        if (parts.length > 1) {
            assertThat(matches(HEADING, text(target)).map(DocumentsTests::anchor))
                    .contains(parts[1]);
        }
    }

    /** As GitHub derives it. */
    private static String anchor(String heading) {
        return heading.replaceAll("\\[(.*?)]\\(.*?\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w\\- ]", "")
                .replace(' ', '-');
    }

    static Stream<Path> forUsers() {
        return Stream.concat(
                Stream.of(ROOT.resolve("README.md")),
                Stream.of(DOCS, DOCS.resolve("endpoints"))
                        .flatMap(DocumentsTests::pages)
                        .filter(page -> !INTERNAL.contains(page.getFileName().toString())));
    }

    static Stream<Path> all() throws IOException {
        try (Stream<Path> documents = Files.walk(DOCS)) {
            return Stream.concat(Stream.of(ROOT), documents.filter(Files::isDirectory).toList().stream())
                    .flatMap(DocumentsTests::pages);
        }
    }

    private static Stream<Path> pages(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static int words(Path page) {
        return read(page).strip().split("\\s+").length;
    }

    /** Without code, which may look like links and headings. */
    private static String text(Path page) {
        return CODE.matcher(read(page)).replaceAll("");
    }

    private static Stream<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
