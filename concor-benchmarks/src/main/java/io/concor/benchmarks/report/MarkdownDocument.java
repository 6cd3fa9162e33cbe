package io.concor.benchmarks.report;

import java.util.Collection;
import java.util.List;

/**
 * Replaces tables in a Markdown document. A comment before a table has its name and the Java version it was measured
 * with; a comment after it marks its end.
 */
public final class MarkdownDocument {

    private static final String BEGIN = "<!-- table: ";
    private static final String END = "<!-- end -->";

    private MarkdownDocument() {}

    /** Returns the comment before a table of this Java version. */
    public static String mark(String table) {
        return BEGIN + "%s, Java %d -->".formatted(table, Runtime.version().feature());
    }

    /** Returns the comments that a document lacks for these tables. */
    public static List<String> missing(String document, Collection<String> tables) {
        return tables.stream()
                .filter(table -> !hasPlace(document, table))
                .map(table -> missing(document, mark(table)))
                .toList();
    }

    private static String missing(String document, String mark) {
        return document.contains(mark) ? END + " after " + mark : mark + " … " + END;
    }

    private static boolean hasPlace(String document, String table) {
        int from = document.indexOf(mark(table));
        return from >= 0 && end(document, from) >= 0;
    }

    /** Returns the index of the comment that ends a table, or a negative number if another table begins before it. */
    private static int end(String document, int mark) {
        int end = document.indexOf(END, mark);
        int next = document.indexOf(BEGIN, mark + BEGIN.length());
        return next >= 0 && next < end ? -1 : end;
    }

    /**
     * Returns the document with another content of a table, or unchanged if it has no place for the table.
     *
     * @param document its text
     * @param table the table's name
     * @param content goes between the two comments
     * @throws IllegalStateException if no comment ends the table
     */
    public static String replaced(String document, String table, String content) {
        String mark = mark(table);
        int from = document.indexOf(mark);
        if (from < 0) {
            return document;
        }
        int to = end(document, from);
        if (to < 0) {
            throw new IllegalStateException("The table after '%s' has no end; add '%s'".formatted(mark, END));
        }
        return document.substring(0, from + mark.length()) + "\n\n" + content + "\n" + document.substring(to);
    }
}
