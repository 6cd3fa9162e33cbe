package io.concor.experiments.durable.server;

import io.concor.experiments.testbed.ExperimentException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What differs between the databases. Implementations are stateless. */
public sealed interface Dialect permits PostgresDialect, MariaDbDialect, SqliteDialect {

    static Dialect of(DatabaseKind kind) {
        return switch (kind) {
            case postgres -> new PostgresDialect();
            case mariadb -> new MariaDbDialect();
            case sqlite -> new SqliteDialect();
        };
    }

    DatabaseKind kind();

    String user();

    String password();

    /** Returns the URL for all connections. An answer is awaited for 30 s. */
    String url(int port);

    /** Returns the URL of a connection that creates the database. */
    String administrationUrl(int port);

    void prepare(Connection connection) throws SQLException;

    /** Returns settings with the values that durable commits need. */
    Map<String, String> durable();

    /** Returns the query for the value of a setting. */
    String setting(String name);

    default Map<String, String> requireDurable(Connection connection) throws SQLException {
        Map<String, String> found = new LinkedHashMap<>();
        found.put(
                "database",
                connection.getMetaData().getDatabaseProductName() + " "
                        + connection.getMetaData().getDatabaseProductVersion());
        for (Map.Entry<String, String> required : new TreeMap<>(durable()).entrySet()) {
            String value = texts(connection, setting(required.getKey())).get(0);
            found.put(required.getKey(), value);
            if (!value.equalsIgnoreCase(required.getValue())) {
                throw new ExperimentException("The database has %s=%s: durable commits need %s"
                        .formatted(required.getKey(), value, required.getValue()));
            }
        }
        return found;
    }

    /** Returns the first column of all rows. */
    static List<String> texts(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    /** Returns the query for the ids of connections but this one. */
    String connections();

    /** Returns the statement that ends a connection. */
    String terminate(String connection);

    /** Finds the process of the server by its data or among the descendants of the process that started it. */
    Optional<ProcessHandle> process(Path data, Stream<ProcessHandle> started);

    /** Returns the query for the bytes of the log that were written so far. */
    String logBytes();

    /** Returns the query for the number of statements that were executed so far. */
    String statements();
}
