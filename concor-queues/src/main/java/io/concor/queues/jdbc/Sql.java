package io.concor.queues.jdbc;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Runs statements with parameters on a connection. */
public final class Sql {

    private Sql() {}

    /** Reads a row of a result. */
    @FunctionalInterface
    public interface RowReader<T> {

        /** Reads the row at which the result stands. */
        T read(ResultSet row) throws SQLException;
    }

    /** Runs a statement that changes rows, and returns how many. */
    public static int update(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

    /** Runs a statement that returns rows, and reads all of them. */
    public static <T> List<T> list(
            Connection connection, String sql, RowReader<? extends T> reader, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return firstRows(statement, reader);
        }
    }

    /** Some drivers refuse {@code executeQuery} for changes that return rows, and for settings before a query. */
    static <T> List<T> firstRows(PreparedStatement statement, RowReader<? extends T> reader) throws SQLException {
        boolean found = statement.execute();
        while (!found && statement.getUpdateCount() >= 0) {
            found = statement.getMoreResults();
        }
        try (ResultSet rows = statement.getResultSet()) {
            return read(rows, reader);
        }
    }

    /** Runs statements, separated by semicolons, each of which returns rows, and reads all rows of each. */
    public static <T> List<List<T>> lists(
            Connection connection, String sql, RowReader<? extends T> reader, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            List<List<T>> lists = new ArrayList<>();
            for (boolean found = statement.execute(); found; found = statement.getMoreResults()) {
                try (ResultSet rows = statement.getResultSet()) {
                    lists.add(read(rows, reader));
                }
            }
            return lists;
        }
    }

    /** Runs a statement that returns one number; none, and null, are 0. */
    public static long number(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        List<Long> numbers = list(connection, sql, row -> row.getLong(1), parameters);
        return numbers.isEmpty() ? 0 : numbers.get(0);
    }

    /**
     * Runs an {@code insert} of rows into a table that makes their ids, and returns these in the order of the rows: drivers differ in how
     * many they tell, but the ids of one statement have equal steps.
     */
    public static List<Long> generated(
            Connection connection, String sql, int rows, long step, @Nullable Object... parameters)
            throws SQLException {
        long first = firstGenerated(connection, sql, parameters);
        return LongStream.range(0, rows).mapToObj(i -> first + i * step).toList();
    }

    /** Runs an {@code insert} into a table that makes its ids, and returns the least of them. */
    static long firstGenerated(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            bind(statement, parameters);
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                return Collections.min(read(keys, row -> row.getLong(1)));
            }
        }
    }

    /** Returns an array of texts, which is the parameter of a statement for several values. PostgreSQL and H2. */
    public static <T> Array texts(Connection connection, List<T> values, Function<T, @Nullable String> text)
            throws SQLException {
        return array(connection, "text", values, text);
    }

    /** The same of a type of the database. */
    public static <T, R extends @Nullable Object> Array array(
            Connection connection, String type, List<T> values, Function<T, R> value) throws SQLException {
        return connection.createArrayOf(type, values.stream().map(value).toArray());
    }

    /** Returns {@code count} question marks, separated by commas. */
    public static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    /** Returns values repeated up to a power of two, so that there are few different statements. */
    public static <T> List<T> padded(List<T> values) {
        List<T> padded = new ArrayList<>(values);
        while (Integer.bitCount(padded.size()) != 1) {
            padded.add(values.get(values.size() - 1));
        }
        return padded;
    }

    static <T> List<T> read(ResultSet rows, RowReader<? extends T> reader) throws SQLException {
        List<T> read = new ArrayList<>();
        while (rows.next()) {
            read.add(reader.read(rows));
        }
        return read;
    }

    static void bind(PreparedStatement statement, @Nullable Object... parameters) throws SQLException {
        bindAt(statement, 1, parameters);
    }

    /** Sets parameters from a place on. */
    static void bindAt(PreparedStatement statement, int first, @Nullable Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(first + i, parameters[i]);
        }
    }
}
