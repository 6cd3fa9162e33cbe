package io.concor.experiments.testbed;

import io.concor.benchmarks.report.MachineFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A PostgreSQL server at a fixed port that can be killed and started again on its data. A commit survives the processes
 * of the server, but does not wait for the disk. For one thread.
 */
public final class PostgresServer implements AutoCloseable {

    private static final Duration TO_DIE = Duration.ofSeconds(30);

    private final Workspace workspace;
    private final Path folder;
    private final Path data;
    private final CpuLatencyRequest latencyRequest = new CpuLatencyRequest();
    private final int port = FreePorts.next();
    private ChildProcesses processes;
    private DatabaseProcess server;

    private PostgresServer(Workspace workspace, Path folder) {
        this.workspace = workspace;
        this.folder = folder;
        this.data = DataFolder.createIn(folder);
        this.processes = new ChildProcesses(folder);
        this.server = startOrClose();
    }

    /** Starts an empty server. Its log and data are in this folder; the data until it is closed. */
    public static PostgresServer start(Workspace workspace, Path folder) {
        return new PostgresServer(workspace, folder.toAbsolutePath());
    }

    private DatabaseProcess startOrClose() {
        try {
            return DatabaseProcess.startKept(processes, workspace, data.resolve("server"), port);
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    public int port() {
        return port;
    }

    /** Returns the JDBC URL of this server behind another port. */
    public static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port);
    }

    public static String user() {
        return Database.postgres.user();
    }

    public static String password() {
        return Database.postgres.password();
    }

    public Connection connect() throws SQLException {
        return server.connect();
    }

    /** Returns name and version as reported by the server. */
    public String version() {
        return server.version();
    }

    /** Returns facts about the machine, whose idle processors are kept awake until this server is closed. */
    public Map<String, String> machine() {
        Map<String, String> machine = MachineFacts.collect();
        machine.put("idle processors", latencyRequest.description());
        return machine;
    }

    /** Kills all processes of the server ({@code kill -9}) and waits until they have ended. */
    public void kill() {
        ProcessHandle postmaster = postmaster();
        postmaster.descendants().forEach(ProcessHandle::destroyForcibly);
        postmaster.destroyForcibly();
        try {
            postmaster.onExit().get(TO_DIE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException alive) {
            throw new ExperimentException("PostgreSQL could not be killed", alive);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The experiment was interrupted", interrupted);
        }
        processes.close();
    }

    private ProcessHandle postmaster() {
        Path file = data.resolve("server/postmaster.pid");
        try {
            return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0)))
                    .orElseThrow(() -> new ExperimentException("PostgreSQL has ended before it was killed"));
        } catch (IOException unreadable) {
            throw new ExperimentException("Cannot read the process of PostgreSQL from " + file, unreadable);
        }
    }

    /** Starts a killed server on its data. */
    public void restart() {
        processes = new ChildProcesses(folder);
        server = startOrClose();
    }

    @Override
    public void close() {
        processes.close();
        latencyRequest.close();
        DataFolder.delete(data);
    }
}
