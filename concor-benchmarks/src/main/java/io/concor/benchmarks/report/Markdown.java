package io.concor.benchmarks.report;

import java.util.stream.Collectors;

/** Tables in a document, each between a line that names it and a line that ends it. */
public final class Markdown {

    private static final String END = "<!-- end -->";

    private Markdown() {}

    static String table(Table table, Figures figures) {
        String header = table.columns().stream().map(Column::header).collect(Collectors.joining(" | "));
        String rows = figures.rows().keySet().stream()
                .map(row -> row(table, figures, row))
                .collect(Collectors.joining());
        return "| %s | %s |\n|---|%s\n%s"
                .formatted(
                        table.rowHeader(),
                        header,
                        "---:|".repeat(table.columns().size()),
                        rows);
    }

    private static String row(Table table, Figures figures, String row) {
        String cells = table.columns().stream()
                .map(column -> figures.cell(row, column))
                .collect(Collectors.joining(" | "));
        return "| %s | %s |\n".formatted(row, cells);
    }

    /**
     * The line that names a table: tables of different Java versions stand side by side.
     *
     * @param table its name
     */
    public static String mark(String table) {
        return "<!-- table: %s, Java %d -->".formatted(table, Runtime.version().feature());
    }

    /** Whether the document has a place for a table, with a line that ends it. */
    static boolean hasPlace(String document, String table) {
        int from = document.indexOf(mark(table));
        return from >= 0 && document.indexOf(END, from) >= 0;
    }

    /** The lines between which a table stands. */
    static String place(String table) {
        return mark(table) + " … " + END;
    }

    /**
     * The document with a table put in the place of the one before; as it was, where it has no such place.
     *
     * @param document its text
     * @param table the table's name
     * @param content what stands between the lines that name and end the table
     * @throws IllegalStateException if nothing ends the table in the document
     */
    public static String replaced(String document, String table, String content) {
        String mark = mark(table);
        int from = document.indexOf(mark);
        if (from < 0) {
            return document;
        }
        int to = document.indexOf(END, from);
        if (to < 0) {
            throw new IllegalStateException("Nothing ends the table behind '%s'; put '%s' there".formatted(mark, END));
        }
        return document.substring(0, from + mark.length()) + "\n\n" + content + "\n" + document.substring(to);
    }
}
