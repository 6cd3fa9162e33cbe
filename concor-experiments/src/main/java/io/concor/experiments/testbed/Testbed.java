package io.concor.experiments.testbed;

import io.concor.benchmarks.report.MachineFacts;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An application with its database, both newly started, and the simulator that sends load: each is a process. */
public final class Testbed implements MeasuredApplication {

    /** Heap of the application. Its size is fixed, so that growing it is not measured. */
    private static final String HEAP = "512m";

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final Pattern STARTED = Pattern.compile("Started \\w+ in ");

    private final Workspace workspace;
    private final TestbedSettings settings;
    private final Path folder;
    private final Path data;
    private final ChildProcesses processes;
    private final CpuLatencyRequest latencyRequest;
    private final int port = FreePorts.next();
    private final int managementPort = FreePorts.next();
    private final int receiverPort = FreePorts.next();
    private final @Nullable DatabaseProcess database;
    private final ChildProcess application;
    private final CompilerThreads compilers;

    private Testbed(
            Workspace workspace,
            TestbedSettings settings,
            Path folder,
            Path data,
            ChildProcesses processes,
            CpuLatencyRequest latencyRequest) {
        this.workspace = workspace;
        this.settings = settings;
        this.folder = folder;
        this.data = data;
        this.processes = processes;
        this.latencyRequest = latencyRequest;
        this.database = settings.database() == null
                ? null
                : DatabaseProcess.start(processes, workspace, settings.database(), data.resolve("server"));
        this.application = startApplication();
        this.compilers = CompilerThreads.of(application.pid());
        if (database != null && settings.sample() == SampleApplication.MONEY_TRACKER) {
            Accounts.open(database);
        }
    }

    /**
     * Starts the database, if any, and the application.
     *
     * @param folder folder for logs and results
     */
    public static Testbed start(Workspace workspace, TestbedSettings settings, Path folder) {
        Path data = DataFolder.createIn(folder.toAbsolutePath());
        ChildProcesses processes = new ChildProcesses(folder);
        CpuLatencyRequest latencyRequest = new CpuLatencyRequest();
        try {
            return new Testbed(workspace, settings, folder.toAbsolutePath(), data, processes, latencyRequest);
        } catch (RuntimeException failed) {
            end(processes, latencyRequest, data);
            throw failed;
        }
    }

    private ChildProcess startApplication() {
        ProcessBuilder builder = new ProcessBuilder(applicationCommand())
                .directory(workspace.root().toFile());
        if (database != null) {
            builder.environment().putAll(database.environment());
        }
        ChildProcess started = processes.start("application", builder);
        started.await(STARTED, TO_START);
        return started;
    }

    private List<String> applicationCommand() {
        List<String> command = new ArrayList<>(
                List.of(Workspace.java(), "-Xms" + HEAP, "-Xmx" + HEAP, CompilerThreads.CONSTANT_NUMBER));
        command.addAll(settings.options().jvm());
        command.addAll(workspace.launch(settings));
        command.addAll(List.of(
                "--spring.profiles.active=" + settings.profiles(),
                "--concor.security.password-required=false", // checking a password takes longer than the measured
                // request
                "--server.port=" + port,
                "--management.server.port=" + managementPort));
        command.addAll(settings.arguments(receiverPort));
        return command;
    }

    @Override
    public @Nullable String databaseVersion() {
        return database == null ? null : database.version();
    }

    @Override
    public Map<String, String> machine() {
        Map<String, String> machine = MachineFacts.collect();
        machine.put("idle processors", latencyRequest.description());
        return machine;
    }

    @Override
    public SimulatorResult simulate(String run, List<String> profile, Duration time) {
        Path results = folder.resolve(run);
        return new SimulatorProcess(settings, requests(), receiverPort, run, results).run(processes, profile, time);
    }

    /** Returns the URL of requests. */
    public URI requests() {
        return URI.create("http://127.0.0.1:" + port + settings.sample().path());
    }

    @Override
    public Duration cpu() {
        return application.cpu().minus(compilers());
    }

    @Override
    public Duration compilers() {
        return compilers.cpu();
    }

    @Override
    public URI endpoint(String path) {
        return URI.create("http://127.0.0.1:%d/actuator/%s".formatted(managementPort, path));
    }

    @Override
    public void close() {
        end(processes, latencyRequest, data);
    }

    private static void end(ChildProcesses processes, CpuLatencyRequest latencyRequest, Path data) {
        processes.close();
        latencyRequest.close();
        DataFolder.delete(data);
    }
}
