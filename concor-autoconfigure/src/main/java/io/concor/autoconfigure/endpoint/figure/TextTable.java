package io.concor.autoconfigure.endpoint.figure;

import io.concor.text.SafeText;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Formats rows as plain text in aligned columns: text on the left, numbers on the right, {@code -} for no value.
 * Immutable.
 *
 * @param <R> the type of a row
 */
public final class TextTable<R> {

    private static final String NO_VALUE = "-";
    private static final String GAP = "  ";

    private final List<Column<R>> columns;

    private TextTable(List<Column<R>> columns) {
        this.columns = columns;
    }

    private record Column<R>(String header, boolean number, boolean optional, Function<R, @Nullable Object> value) {

        boolean isShownFor(List<R> rows) {
            return !optional || rows.stream().anyMatch(row -> value.apply(row) != null);
        }

        String cell(R row) {
            Object present = value.apply(row);
            if (present == null) {
                return NO_VALUE;
            }
            return present instanceof Double measured ? Rounding.format(measured) : SafeText.words(present.toString());
        }

        String padded(String cell, int width) {
            String padding = " ".repeat(width - cell.length());
            return number ? padding + cell : cell + padding;
        }
    }

    /** Returns a table without columns. */
    public static <R> TextTable<R> create() {
        return new TextTable<>(List.of());
    }

    /**
     * Returns this table with another column of text.
     *
     * @param value the value of a row, or null for none
     */
    public TextTable<R> text(String header, Function<R, @Nullable Object> value) {
        return with(new Column<>(header, false, false, value));
    }

    /**
     * Returns this table with another column of numbers.
     *
     * @param header the header, with the unit
     * @param value the value of a row, or null for none
     */
    public TextTable<R> number(String header, Function<R, @Nullable Object> value) {
        return with(new Column<>(header, true, false, value));
    }

    /**
     * Returns this table with another column of text, which is left out unless a row has a value.
     *
     * @param value the value of a row, or null for none
     */
    public TextTable<R> textIfAny(String header, Function<R, @Nullable Object> value) {
        return with(new Column<>(header, false, true, value));
    }

    /**
     * Returns this table with another column of numbers, which is left out unless a row has a value.
     *
     * @param header the header, with the unit
     * @param value the value of a row, or null for none
     */
    public TextTable<R> numberIfAny(String header, Function<R, @Nullable Object> value) {
        return with(new Column<>(header, true, true, value));
    }

    private TextTable<R> with(Column<R> added) {
        return new TextTable<>(Stream.concat(columns.stream(), Stream.of(added)).toList());
    }

    /** Returns the header and one line for each row. Each line ends with a line feed. */
    public String format(List<R> rows) {
        List<Column<R>> shown =
                columns.stream().filter(column -> column.isShownFor(rows)).toList();
        List<List<String>> cells = shown.stream()
                .map(column -> Stream.concat(
                                Stream.of(column.header()), rows.stream().map(column::cell))
                        .toList())
                .toList();
        return IntStream.rangeClosed(0, rows.size())
                .mapToObj(line -> line(shown, cells, line))
                .collect(Collectors.joining());
    }

    private static <R> String line(List<Column<R>> columns, List<List<String>> cells, int line) {
        return IntStream.range(0, columns.size())
                        .mapToObj(index ->
                                columns.get(index).padded(cells.get(index).get(line), width(cells.get(index))))
                        .collect(Collectors.joining(GAP))
                        .stripTrailing()
                + "\n";
    }

    private static int width(List<String> column) {
        return column.stream().mapToInt(String::length).max().orElse(0);
    }
}
