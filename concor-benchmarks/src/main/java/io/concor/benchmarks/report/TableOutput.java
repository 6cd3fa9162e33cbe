package io.concor.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where a table goes: to the standard output, and into a document if one is given. */
final class TableOutput {

    @Option(
            names = "--document",
            paramLabel = "FILE",
            description = "A Markdown document whose table of this name and Java version is replaced (default: none).")
    private @Nullable Path document;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** Rejects a document that is missing, or has no place for the table. */
    void check(String table) throws IOException {
        if (document == null) {
            return;
        }
        if (!(Files.isRegularFile(document) && Files.isWritable(document))) {
            throw invalid("--document is %s: it must be an existing file that can be written".formatted(document));
        }
        List<String> missing = MarkdownDocument.missing(Files.readString(document), List.of(table));
        if (!missing.isEmpty()) {
            throw invalid("--document is %s: it has no place for %s; add these lines".formatted(document, missing));
        }
    }

    private ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    void write(String name, MarkdownTable table) throws IOException {
        spec.commandLine().getOut().printf("%s%n%n%s%n", name, table.markdown());
        spec.commandLine().getOut().flush();
        if (document != null) {
            String text = MarkdownDocument.replaced(Files.readString(document), name, table.markdown());
            Files.writeString(document, text);
        }
    }
}
