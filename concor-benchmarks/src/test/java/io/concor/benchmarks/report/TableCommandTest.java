package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TableCommandTest {

    private static final String ROUND = """
            [{"benchmark": "Stages", "params": {"variant": "concor", "stages": "4"},
              "primaryMetric": {"score": %d, "scoreUnit": "ops/s"},
              "secondaryMetrics": {"cpu": {"score": 0.1234, "scoreUnit": "ns/op"}},
              "commit": "79b8b5ac", "measured": "2026-11-24", "host": "5f3a09c1"}]""";

    @TempDir
    private Path folder;

    private final StringWriter printed = new StringWriter();

    private int run(List<Path> files, String... options) {
        List<String> arguments = new ArrayList<>(List.of("speed"));
        files.forEach(file -> arguments.add(file.toString()));
        arguments.addAll(List.of(options));
        return new CommandLine(new TableCommand())
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(printed))
                .execute(arguments.toArray(String[]::new));
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private List<Path> rounds() throws IOException {
        return List.of(
                write("1.json", ROUND.formatted(3_000)),
                write("2.json", ROUND.formatted(7)),
                write("3.json", ROUND.formatted(55)));
    }

    @Test
    void showsMedianAndRangeOfTheRounds() throws IOException {
        int status = run(rounds(), "--rows=variant,stages", "--columns=score=events per second|cpu=CPU, ns");

        assertThat(status).isZero();
        assertThat(printed.toString()).contains("""
                | variant, stages | events per second | CPU, ns |
                |---|---:|---:|
                | concor, 4 | 55.0 (7.00 to 3,000) | 0.12 (0.12 to 0.12) |
                """);
    }

    @Test
    void readsSeveralArraysOfOneFile() throws IOException {
        Path file =
                write("1.json", ROUND.formatted(1) + "\n" + ROUND.formatted(1).replace("concor", "queue"));

        run(List.of(file), "--columns=score=rate");

        assertThat(printed.toString()).contains("| concor | 1.00 |\n| queue | 1.00 |");
    }

    @Test
    void replacesTheTableOfADocument() throws IOException {
        Path document = write("page.md", "text\n%s\nold\n<!-- end -->\n".formatted(MarkdownDocument.mark("speed")));

        run(rounds(), "--columns=score=rate", "--document=" + document);

        assertThat(document)
                .content()
                .startsWith("text")
                .contains("| concor | 55.0")
                .doesNotContain("old");
    }

    @Test
    void namesTheCommitBelowTheTable() throws IOException {
        run(rounds(), "--columns=score=rate");

        assertThat(printed.toString())
                .contains("(7.00 to 3,000) |\n\nCommit: 79b8b5ac, 2026-11-24; raw results not stored.\n");
    }

    @Test
    void namesAllCommitsOfTheRounds() throws IOException {
        List<Path> files = List.of(
                write("1.json", ROUND.formatted(1)),
                write("2.json", ROUND.formatted(1).replace("79b8b5ac", "818b7e7b")),
                write("3.json", ROUND.formatted(1).replace("\"commit\"", "\"other\"")));

        run(files, "--columns=score=rate");

        assertThat(printed.toString()).contains("Commit: 79b8b5ac, 818b7e7b, not recorded, 2026-11-24;");
    }

    @Test
    void keepsAllRoundsInTheRawFile() throws IOException {
        Path document = write("page.md", "%s\n<!-- end -->\n".formatted(MarkdownDocument.mark("speed")));
        Path raw = Files.createDirectory(folder.resolve("kept")).resolve("raw.json");
        Files.writeString(raw, "{\"machine\": {\"processors\": \"2\"}, \"speed\": {\"commit\": \"old\"}}");

        run(rounds(), "--columns=score=rate", "--document=" + document, "--raw=" + raw);

        assertThat(document).content().contains("2026-11-24; [raw results](kept/raw.json).\n");
        JsonNode stored = new JsonMapper().readTree(Files.readString(raw));
        assertThat(stored.path("machine").path("processors").asString()).isEqualTo("2");
        assertThat(stored.path("speed")).isEqualTo(new JsonMapper().readTree("""
                        {"commit": "79b8b5ac", "measured": "2026-11-24", "host": "5f3a09c1", "rows": {"concor": {
                            "score": [3000.0, 7.0, 55.0], "cpu": [0.1234, 0.1234, 0.1234]}}}"""));
    }

    @Test
    void keepsNoTableOfSeveralCommitsOrHostsOrOfChangedFiles() throws IOException {
        Path raw = folder.resolve("raw.json");
        for (String other : List.of("\"818b7e7b\"", "\"79b8b5ac-changed\"", "\"unknown\"")) {
            List<Path> files = List.of(
                    write("1.json", ROUND.formatted(1)),
                    write("2.json", ROUND.formatted(2).replace("\"79b8b5ac\"", other)));
            assertThat(run(files, "--columns=score=rate", "--raw=" + raw)).isEqualTo(CommandLine.ExitCode.USAGE);
        }
        List<Path> hosts = List.of(
                write("1.json", ROUND.formatted(1)),
                write("2.json", ROUND.formatted(2).replace("5f3a", "0000")));
        assertThat(run(hosts, "--columns=score=rate", "--raw=" + raw)).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(raw).doesNotExist();
        assertThat(printed.toString())
                .contains("commit '79b8b5ac, 818b7e7b' on host '5f3a09c1': a table that is kept needs one commit")
                .contains("on host '5f3a09c1, 000009c1'");
    }

    @Test
    void rejectsAnotherFileAsRawResults() throws IOException {
        Path other = write("other.json", "[]");

        assertThat(run(rounds(), "--columns=score=rate", "--raw=" + other)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(rounds(), "--columns=score=rate", "--raw=" + folder.resolve("missing/raw.json")))
                .isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString())
                .contains("--raw is %s: it must be a file of raw results".formatted(other))
                .contains("raw.json: it must be a file that can be written");
        assertThat(other).hasContent("[]");
    }

    @Test
    void rejectsAFigureThatARowLacks() throws IOException {
        assertThat(run(rounds(), "--columns=p99=p99")).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString()).contains("Row 'concor' has no figure 'p99'; it has [score, cpu]");
    }

    @Test
    void rejectsAFileWithoutResults() throws IOException {
        assertThat(run(List.of(write("1.json", "[{")), "--columns=score=rate")).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString()).contains("1.json has no results");
    }

    @Test
    void rejectsADocumentWithoutAPlaceForTheTable() throws IOException {
        Path document = write("page.md", "text");

        assertThat(run(rounds(), "--columns=score=rate", "--document=" + document))
                .isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(rounds(), "--columns=score=rate", "--document=" + folder))
                .isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString())
                .contains("it has no place for [%s … <!-- end -->]".formatted(MarkdownDocument.mark("speed")))
                .contains("--document is %s: it must be an existing file".formatted(folder));
    }
}
