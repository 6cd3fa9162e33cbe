package io.concor.experiments.testbed;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A database whose server runs.
 *
 * @param kind which it is
 * @param url for JDBC
 */
record DatabaseProcess(Database kind, String url) {

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final Pattern READY = Pattern.compile(DatabaseServer.READY + "(\\S+)");

    static DatabaseProcess start(ChildProcesses children, Workspace workplace, Database kind, Path data) {
        ProcessBuilder server = new ProcessBuilder(
                Workspace.java(),
                "-Xmx128m",
                "-cp",
                workplace.classPathOfDatabases(),
                DatabaseServer.class.getName(),
                kind.name(),
                data.toString(),
                workplace.programmes(kind).toString());
        return new DatabaseProcess(
                kind, children.start("database", server).await(READY, TO_START).group(1));
    }

    /** As the samples are told. */
    Map<String, String> environment() {
        return Map.of("DB_URL", url, "DB_USER", kind.user(), "DB_PASSWORD", kind.password());
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, kind.user(), kind.password());
    }

    /** Name and version, as the server tells them. */
    String version() {
        try (Connection connection = connect()) {
            DatabaseMetaData server = connection.getMetaData();
            return server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
        } catch (SQLException failed) {
            throw new ExperimentException("%s does not answer at %s".formatted(kind.title(), url), failed);
        }
    }
}
