package io.concor.benchmarks.report;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Tables in a document, each between a line that names it and a line that ends it. */
public final class Markdown {

    private static final String END = "<!-- end -->";
    private static final String BEGIN = "<!-- table: ";

    private Markdown() {}

    static String table(Table table, Figures figures) {
        Grid grid = new Grid(row(table.rowHeader(), table, Column::header));
        figures.rows().keySet().forEach(row -> grid.row(row(row, table, column -> figures.cell(row, column))));
        return grid.markdown();
    }

    private static List<String> row(String first, Table table, Function<Column, String> cell) {
        return Stream.concat(Stream.of(first), table.columns().stream().map(cell))
                .toList();
    }

    /**
     * The line that names a table: tables of different Java versions stand side by side.
     *
     * @param table its name
     */
    public static String mark(String table) {
        return BEGIN + "%s, Java %d -->".formatted(table, Runtime.version().feature());
    }

    /**
     * The lines between which tables would stand for which a document has no place.
     *
     * @param document its text
     * @param tables their names
     */
    public static List<String> missing(String document, Collection<String> tables) {
        return tables.stream()
                .filter(table -> !hasPlace(document, table))
                .map(table -> missing(document, mark(table)))
                .toList();
    }

    private static String missing(String document, String mark) {
        return document.contains(mark) ? END + " behind " + mark : mark + " … " + END;
    }

    private static boolean hasPlace(String document, String table) {
        int from = document.indexOf(mark(table));
        return from >= 0 && end(document, from) >= 0;
    }

    /** Where the line begins that ends the table whose mark is at an index; a negative number if another begins first. */
    private static int end(String document, int mark) {
        int end = document.indexOf(END, mark);
        int next = document.indexOf(BEGIN, mark + BEGIN.length());
        return next >= 0 && next < end ? -1 : end;
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
        int to = end(document, from);
        if (to < 0) {
            throw new IllegalStateException("Nothing ends the table behind '%s'; put '%s' there".formatted(mark, END));
        }
        return document.substring(0, from + mark.length()) + "\n\n" + content + "\n" + document.substring(to);
    }
}
