package io.concor.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Where a table goes: to the standard output, and into a document and a file of raw results if they are given. */
final class TableOutput {

    @Option(
            names = "--document",
            paramLabel = "FILE",
            description = "A Markdown document whose table of this name and Java version is replaced (default: none).")
    private @Nullable Path document;

    @Option(
            names = "--raw",
            paramLabel = "FILE",
            description = "A JSON file that keeps the results of all rounds, by table (default: none).")
    private @Nullable Path raw;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** Rejects a document that is missing, or has no place for the table, and an unusable file of raw results. */
    void check(String table) throws IOException {
        if (document != null) {
            check(table, document);
        }
        if (raw != null) {
            checkRaw(raw);
        }
    }

    private void check(String table, Path file) throws IOException {
        if (!(Files.isRegularFile(file) && Files.isWritable(file))) {
            throw invalid("--document is %s: it must be an existing file that can be written".formatted(file));
        }
        List<String> missing = MarkdownDocument.missing(Files.readString(file), List.of(table));
        if (!missing.isEmpty()) {
            throw invalid("--document is %s: it has no place for %s; add these lines".formatted(file, missing));
        }
    }

    private void checkRaw(Path file) {
        Path written = Files.exists(file) ? file : file.toAbsolutePath().getParent();
        if (written == null || !Files.isWritable(written)) {
            throw invalid("--raw is %s: it must be a file that can be written".formatted(file));
        }
        try {
            new RawResults(file).read();
        } catch (IOException unreadable) {
            throw invalid("--raw is %s: it must be a file of raw results, or not exist".formatted(file));
        }
    }

    private ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Returns whether a file keeps what is written. */
    boolean isKept() {
        return document != null || raw != null;
    }

    /** Writes a table, and below it the origin of its results. */
    void write(String name, MarkdownTable table, JsonNode results) throws IOException {
        write(name, table.markdown() + "\n" + RawResults.origin(results, pathOfRaw()), results);
    }

    /** Writes a text, and keeps the results from which it was made. */
    void write(String name, String text, JsonNode results) throws IOException {
        spec.commandLine().getOut().printf("%s%n%n%s%n", name, text);
        spec.commandLine().getOut().flush();
        if (raw != null) {
            new RawResults(raw).put(name, results);
        }
        if (document != null) {
            ReportFile.write(document, MarkdownDocument.replaced(Files.readString(document), name, text));
        }
    }

    /** Returns the path of the raw results as seen from the document; empty if they are not kept. */
    private String pathOfRaw() {
        if (raw == null) {
            return "";
        }
        Path folder = Optional.ofNullable(document)
                .map(Path::toAbsolutePath)
                .map(Path::getParent)
                .orElse(Path.of("").toAbsolutePath());
        return folder.relativize(raw.toAbsolutePath()).toString();
    }
}
