package io.concor.benchmarks.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * The columns of a table: each has a header, and the cell of a row. Not thread-safe.
 *
 * @param <R> what a row is about
 */
public final class TableColumns<R> {

    private final List<String> headers = new ArrayList<>();
    private final List<Function<? super R, String>> cells = new ArrayList<>();

    /** Adds a column. */
    public TableColumns<R> column(String header, Function<? super R, String> cell) {
        headers.add(header);
        cells.add(cell);
        return this;
    }

    /** Returns a table in Markdown with a row for each of these. */
    public String markdown(Collection<? extends R> rows) {
        MarkdownTable table = new MarkdownTable(headers);
        rows.forEach(
                row -> table.row(cells.stream().map(cell -> cell.apply(row)).toList()));
        return table.markdown();
    }
}
