package io.concor.queues.schema;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.SqlFailure;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Compares the tables of a database with those of the script. What only the database has is ignored. */
final class SchemaCheck {

    private final Dialect dialect;
    private final Connection connection;

    SchemaCheck(Dialect dialect, Connection connection) {
        this.dialect = dialect;
        this.connection = connection;
    }

    /** How a type keeps values. */
    private enum Kind {
        NUMBER,
        TEXT,
        BYTES,
        OTHER;

        static Kind of(int type) {
            return switch (type) {
                case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL -> NUMBER;
                case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NVARCHAR, Types.LONGNVARCHAR, Types.CLOB ->
                    TEXT;
                case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTES;
                default -> OTHER;
            };
        }

        static Kind ofScript(String type) {
            return switch (type) {
                case "int", "integer", "bigint" -> NUMBER;
                case "varchar", "text" -> TEXT;
                default -> BYTES;
            };
        }
    }

    List<String> problems(Collection<SchemaScript.Table> tables) throws SQLException {
        List<String> problems = new ArrayList<>();
        for (SchemaScript.Table table : tables) {
            problems.addAll(problems(table));
        }
        return problems;
    }

    private List<String> problems(SchemaScript.Table table) throws SQLException {
        if (!mayExist(table.name())) {
            return List.of(Sentence.of("table %s is missing", table.name()));
        }
        try (PreparedStatement statement =
                        connection.prepareStatement("select * from " + table.name() + " where 1 = 0");
                ResultSet empty = statement.executeQuery()) {
            List<String> problems = new ArrayList<>(differences(table, kinds(empty.getMetaData())));
            problems.addAll(differentKey(table));
            return problems;
        } catch (SQLException failed) {
            if (dialect.failure(failed) != SqlFailure.PERMANENT) {
                throw failed;
            }
            return List.of(Sentence.of("table %s cannot be read (%s)", table.name(), firstLine(failed)));
        }
    }

    static String firstLine(SQLException failed) {
        return SafeText.shown(SafeText.of(failed).lines().findFirst().orElse(""));
    }

    private static Map<String, Kind> kinds(ResultSetMetaData columns) throws SQLException {
        Map<String, Kind> kinds = new HashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            kinds.put(columns.getColumnName(i).toLowerCase(Locale.ROOT), Kind.of(columns.getColumnType(i)));
        }
        return kinds;
    }

    private static List<String> differences(SchemaScript.Table table, Map<String, Kind> present) {
        List<String> differences = new ArrayList<>();
        table.columns().forEach((column, type) -> {
            Kind kind = present.get(column);
            if (kind == null) {
                differences.add(Sentence.of("column %s.%s (%s) is missing", table.name(), column, type));
            } else if (kind != Kind.ofScript(type)) {
                differences.add(Sentence.of("column %s.%s is not of type %s", table.name(), column, type));
            }
        });
        return differences;
    }

    /** Without its primary key, a table would be slow, or take duplicates. */
    private List<String> differentKey(SchemaScript.Table table) throws SQLException {
        List<String> present = primaryKey(table.name());
        return present.equals(table.primaryKey())
                ? List.of()
                : List.of(Sentence.of(
                        "the primary key of %s is (%s) and not (%s)",
                        table.name(), String.join(", ", present), String.join(", ", table.primaryKey())));
    }

    private List<String> primaryKey(String table) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        Map<Integer, String> columns = new TreeMap<>();
        try (ResultSet keys = database.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), stored(table))) {
            while (keys.next()) {
                columns.put(
                        keys.getInt("KEY_SEQ"), keys.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return List.copyOf(columns.values());
    }

    /** Returns whether a table exists in any schema. Some drivers log each statement about one that does not. */
    boolean mayExist(String table) throws SQLException {
        try (ResultSet tables =
                connection.getMetaData().getTables(connection.getCatalog(), null, stored(table), null)) {
            return tables.next();
        }
    }

    private String stored(String table) throws SQLException {
        return connection.getMetaData().storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
    }
}
