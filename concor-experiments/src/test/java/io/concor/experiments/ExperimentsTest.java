package io.concor.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.benchmarks.report.MarkdownDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ExperimentsTest {

    @TempDir
    private Path folder;

    private final StringWriter printed = new StringWriter();

    private int run(String... arguments) {
        return Experiments.commandLine()
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(printed))
                .execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "1 --case=6            | --case is 6: it must be between 1 and 5",
                "1 --database=oracle   | oracle",
                "1 --attempts=0        | --attempts is 0",
                "1 --start=0           | --start is 0",
                "1 --step=0            | --step is 0",
                "1 --every=1500ms      | --every is 1500 ms: it must be between 1 and 60 whole seconds",
                "1 --settle=0s         | --settle is 0 ms: it must be between 1 and 600 whole seconds",
                "1 --backlog=0ms       | --backlog is 0 ms: it must be between 1 and 60000 ms",
                "1 --warm-up=soon      | 'soon' is not a duration",
                "1 --lead-in=201s      | --lead-in is 201000 ms: it must be between 0 and 200 whole seconds",
                "1 --page=nowhere.md   | nowhere.md: it must be a writable file",
                "cost --case=0         | --case is 0: it must be between 1 and 5",
                "cost --loads=50,101   | --loads is 101: it must be between 1 and 100",
                "cost --time=0s        | --time is 0 ms: it must be between 1 and 600 whole seconds",
                "cost --breaking-point=0 | --breaking-point is 0",
                "2 --rate=0            | --rate is 0",
                "2 --comfortable=101   | --comfortable is 101",
                "2 --pause=5s          | --pause is 5000 ms: it must be between 6 and 600 whole seconds",
                "2 --unchanged=0       | --unchanged is 0: it must be between 1 and 10"
            })
    void rejectsInvalidOptionsBeforeTheStart(String arguments, String reason) {
        assertThat(run((arguments + " --root=" + folder).split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString()).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"laboratory", "predictions", "autopilot"})
    void hasTheCommandsOfTheLaboratory(String command) {
        assertThat(run(command, "--seconds=0")).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString()).contains("--seconds is 0", "See: experiments %s --help".formatted(command));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "http://localhost:1 --vary=CLIENTS | Missing required option: '--values=VALUE",
                "http://localhost:1 --vary=QUEUES --values=1 | QUEUES",
                "http://localhost:1 --vary=CLIENTS --values=2,1 | --values is 1: it must be between 2 and 10000",
                "http://localhost:1 --vary=MESSAGE_SIZE --values=19 | --values is 19: it must be between 20 and"
                        + " 1000000",
                "http://localhost:1 --vary=THREADS --values=4 | --slot is required with --vary THREADS",
                "http://localhost:1 --vary=CLIENTS --values=4 --slot=http://localhost:1 | and allowed only then",
                "http://localhost:1 --vary=CONNECTIONS --values=4 | --connections is required with --vary CONNECTIONS",
                "http://localhost:1 --vary=CONNECTIONS --values=4 --connections=https://localhost:1 | --connections is"
                        + " https://localhost:1: it must be an absolute URL that begins with http://",
                "http://localhost:1 --vary=THREADS_AND_CONNECTIONS --values=4 --slot=http://localhost:1 | --connections"
                        + " is required",
                "http://localhost:1 --vary=THREADS --values=4 --slot=http://localhost:1 --for=4s | --for is 4000 ms: it"
                        + " must be between 5 and 3600 whole seconds",
                "http://localhost:1 --vary=THREADS --values=1,2 --slot=http://localhost:1 --for=60m | --for, times"
                        + " --values and --rounds, is 21600: it must be between 1 and 3600",
                "https://localhost:1 --vary=CLIENTS --values=4 | an absolute URL that begins with http://",
                "http://localhost:1 --vary=CLIENTS --values=4 | No password: use --password-file"
            })
    void rejectsInvalidOptionsOfClientQueues(String arguments, String reason) {
        assertThat(run(("client-queues " + arguments).split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString()).contains(reason);
    }

    private void writePage(String... tables) throws IOException {
        String page = Stream.of(tables)
                .map(table -> MarkdownDocument.mark(table) + "\n<!-- end -->\n")
                .collect(Collectors.joining());
        Files.writeString(folder.resolve("page.md"), page);
    }

    @Test
    void rejectsAPageWithoutAPlaceForATable() throws IOException {
        writePage("deviations");

        assertThat(run("1", "--case=3,4", "--database=postgres", "--root=" + folder, "--page=page.md"))
                .isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString())
                .contains("has no place for [%s … <!-- end -->];".formatted(MarkdownDocument.mark("cpu")));
    }

    @Test
    void rejectsAPageWhoseFiguresCannotBeWritten() throws IOException {
        writePage("switching");
        Files.copy(folder.resolve("page.md"), folder.resolve("page"));

        assertThat(run("2", "--root=" + folder, "--page=page")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run("2", "--root=" + folder, "--page=page.md")).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString())
                .contains("--page is page: it must have an extension such as .md")
                .contains("--page is page.md: the folder for its figures, " + folder.resolve("page")
                        + ", cannot be written");
    }

    @Test
    void rejectsAFolderForLogsThatCannotBeCreated() throws IOException {
        writePage("deviations", "cpu");

        assertThat(run("1", "--case=4", "--root=" + folder, "--page=page.md", "--work=page.md/logs"))
                .isEqualTo(CommandLine.ExitCode.USAGE);

        Path page = folder.resolve("page.md");
        assertThat(printed.toString())
                .contains("--work is %s: %s is not a writable folder".formatted(page.resolve("logs"), page));
    }

    @Test
    void requiresTheBreakingPointOrARate() throws IOException {
        writePage("switching");

        assertThat(run("2", "--root=" + folder, "--page=page.md")).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(printed.toString()).contains("experiments.jar 1 --case 3 --database mariadb", "--rate");
    }

    @Test
    void explainsHowToBuildAMissingModule() throws IOException {
        writePage("deviations", "cpu");

        assertThat(run("1", "--case=4", "--root=" + folder, "--page=page.md")).isEqualTo(CommandLine.ExitCode.SOFTWARE);

        assertThat(printed.toString()).contains("mvn -q -Pexperiments").doesNotContain("Search", "\tat ");
        assertThat(folder).isDirectoryNotContaining(Files::isDirectory);
    }

    /**
     * Runs a case as briefly as possible, in about a minute, if everything is built: {@code -Dconcor.experiments=true}.
     * The cases cover each sample and each database.
     */
    @ParameterizedTest
    @CsvSource({"2, postgres", "4, mariadb", "5, mariadb"})
    @EnabledIfSystemProperty(named = "concor.experiments", matches = "true")
    void runsAWholeCase(String which, String database) throws IOException {
        int status = experiment(
                "1",
                "--case=" + which,
                "--database=" + database,
                "--start=100",
                "--step=50000",
                "--every=1s",
                "--settle=1s",
                "--cost-time=1s");

        assertThat(printed.toString()).contains("attempt 1 with sampling: breaks at 100/s");
        assertThat(status).isZero();
        assertThat(printed.toString()).contains("| attempt 1 | 100 | 100 | 100 |");
        assertThat(Files.readString(page())).contains("| Case " + which).doesNotContain("| Case 3");
        assertThat(Files.list(folder.resolve("experiments"))).hasSize(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "concor.experiments", matches = "true")
    void changesALayout() throws IOException {
        int status = experiment("2", "--rate=50", "--pause=6s", "--unchanged=1");

        assertThat(status).isZero();
        assertThat(Files.readString(page())).contains("**50 requests per second**", "| add | 1 | 50 | 50 |");
    }

    private int experiment(String... arguments) throws IOException {
        Files.copy(Path.of("../docs/experiments/applications.md"), page());
        Stream<String> common = Stream.of(
                "--root=..", "--page=" + page(), "--work=" + folder, "--attempts=1", "--warm-up=5s", "--lead-in=2s");
        return run(Stream.concat(Stream.of(arguments), common).toArray(String[]::new));
    }

    private Path page() {
        return folder.resolve("experiments.md");
    }
}
