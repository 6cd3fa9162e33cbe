package io.concor.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges the aims by one rule from raw results. */
@Command(
        name = "goals",
        description = "Prints which aims are met in every round, missed in every round, or undecided.",
        mixinStandardHelpOptions = true)
public final class GoalsCommand implements Callable<Integer> {

    /** The name of the table in a document. */
    static final String NAME = "goals";

    @Parameters(
            index = "0",
            paramLabel = "RAW",
            description = "The JSON file with the results of all rounds, by table.")
    private Path raw = Path.of("");

    @Option(
            names = "--document",
            paramLabel = "FILE",
            description = "A Markdown document whose table 'goals' of this Java version is replaced (default: none).")
    private @Nullable Path document;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!Files.isRegularFile(raw)) {
            throw new ParameterException(
                    spec.commandLine(), "RAW is %s: it must be a file of raw results".formatted(raw));
        }
        String table = Goals.table(new RawResults(raw).read());
        spec.commandLine().getOut().printf("%s%n%n%s%n", NAME, table);
        spec.commandLine().getOut().flush();
        if (document != null) {
            replace(document, table);
        }
        return 0;
    }

    private void replace(Path file, String table) throws IOException {
        String text = Files.readString(file);
        List<String> missing = MarkdownDocument.missing(text, List.of(NAME));
        if (!missing.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--document is %s: it has no place for %s; add these lines".formatted(file, missing));
        }
        ReportFile.write(file, MarkdownDocument.replaced(text, NAME, table));
    }
}
