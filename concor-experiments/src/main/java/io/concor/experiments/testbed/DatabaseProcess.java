package io.concor.experiments.testbed;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A running database server.
 *
 * @param kind the database
 * @param url JDBC URL
 */
record DatabaseProcess(Database kind, String url) {

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final Pattern READY = Pattern.compile(DatabaseServer.READY + "(\\S+)");

    static DatabaseProcess start(ChildProcesses processes, Workspace workspace, Database kind, Path data) {
        return start(processes, workspace, kind, data, List.of());
    }

    /** Starts PostgreSQL at a port, with the data that the folder may contain, which are kept. */
    static DatabaseProcess startKept(ChildProcesses processes, Workspace workspace, Path data, int port) {
        return start(processes, workspace, Database.postgres, data, List.of(Integer.toString(port)));
    }

    private static DatabaseProcess start(
            ChildProcesses processes, Workspace workspace, Database kind, Path data, List<String> more) {
        List<String> server = new ArrayList<>(List.of(
                Workspace.java(),
                "-Xmx128m",
                "-cp",
                workspace.databaseClassPath(),
                DatabaseServer.class.getName(),
                kind.name(),
                data.toString(),
                workspace.binaries(kind).toString()));
        server.addAll(more);
        return new DatabaseProcess(
                kind,
                processes
                        .start("database", new ProcessBuilder(server))
                        .await(READY, TO_START)
                        .group(1));
    }

    /** Returns the environment variables that configure a sample. */
    Map<String, String> environment() {
        return Map.of("DB_URL", url, "DB_USER", kind.user(), "DB_PASSWORD", kind.password());
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, kind.user(), kind.password());
    }

    /** Returns name and version as reported by the server. */
    String version() {
        try (Connection connection = connect()) {
            DatabaseMetaData server = connection.getMetaData();
            return server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
        } catch (SQLException failed) {
            throw new ExperimentException("%s does not answer at %s".formatted(kind.title(), url), failed);
        }
    }
}
