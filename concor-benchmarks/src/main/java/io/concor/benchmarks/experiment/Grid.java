package io.concor.benchmarks.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** A table of Markdown, row by row; its first column is text, the others are numbers. */
final class Grid {

    private final List<String> lines = new ArrayList<>();

    Grid(String... header) {
        this(Arrays.asList(header));
    }

    Grid(List<String> header) {
        row(header);
        List<String> rulers = new ArrayList<>(Collections.nCopies(header.size(), "---:"));
        rulers.set(0, "---");
        lines.add(rulers.stream().collect(Collectors.joining("|", "|", "|")));
    }

    Grid row(String... cells) {
        return row(Arrays.asList(cells));
    }

    Grid row(List<String> cells) {
        lines.add(cells.stream().collect(Collectors.joining(" | ", "| ", " |")));
        return this;
    }

    String markdown() {
        return String.join("\n", lines) + "\n";
    }
}
