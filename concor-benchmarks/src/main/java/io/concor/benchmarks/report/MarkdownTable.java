package io.concor.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** A Markdown table. Its first column is left-aligned, the others are right-aligned. Not thread-safe. */
public final class MarkdownTable {

    private final List<String> lines = new ArrayList<>();

    /** Creates a table without rows, with the names of its columns. */
    public MarkdownTable(String... header) {
        this(Arrays.asList(header));
    }

    /** Creates a table without rows, with the names of its columns. */
    public MarkdownTable(List<String> header) {
        row(header);
        List<String> alignments = new ArrayList<>(Collections.nCopies(header.size(), "---:"));
        alignments.set(0, "---");
        lines.add(alignments.stream().collect(Collectors.joining("|", "|", "|")));
    }

    /** Adds a row with a cell for each column. */
    public MarkdownTable row(String... cells) {
        return row(Arrays.asList(cells));
    }

    /** Adds a row with a cell for each column. */
    public MarkdownTable row(List<String> cells) {
        lines.add(cells.stream().collect(Collectors.joining(" | ", "| ", " |")));
        return this;
    }

    /** Returns the table in Markdown. */
    public String markdown() {
        return String.join("\n", lines) + "\n";
    }
}
