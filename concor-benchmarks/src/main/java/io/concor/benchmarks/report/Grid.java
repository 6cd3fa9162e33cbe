package io.concor.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** A table of Markdown, row by row; its first column is text, the others are numbers. For one thread. */
public final class Grid {

    private final List<String> lines = new ArrayList<>();

    /**
     * A table without rows.
     *
     * @param header what the columns are called
     */
    public Grid(String... header) {
        this(Arrays.asList(header));
    }

    /**
     * A table without rows.
     *
     * @param header what the columns are called
     */
    public Grid(List<String> header) {
        row(header);
        List<String> rulers = new ArrayList<>(Collections.nCopies(header.size(), "---:"));
        rulers.set(0, "---");
        lines.add(rulers.stream().collect(Collectors.joining("|", "|", "|")));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as the header has
     */
    public Grid row(String... cells) {
        return row(Arrays.asList(cells));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as the header has
     */
    public Grid row(List<String> cells) {
        lines.add(cells.stream().collect(Collectors.joining(" | ", "| ", " |")));
        return this;
    }

    /** The table so far. */
    public String markdown() {
        return String.join("\n", lines) + "\n";
    }
}
