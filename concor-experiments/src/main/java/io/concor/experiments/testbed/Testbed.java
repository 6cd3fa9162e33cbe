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

/** An application with its database, each started anew, and the simulator that sends it load: all of them processes. */
public final class Testbed implements MeasuredApplication {

    /** The sample's: fixed, so that it is not compared how a heap grows. */
    private static final String HEAP = "512m";

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final Pattern STARTED = Pattern.compile("Started \\w+ in ");

    private final Workspace workplace;
    private final TestbedSettings setting;
    private final Path folder;
    private final Path data;
    private final ChildProcesses children;
    private final CpuLatencyRequest awake;
    private final int port = FreePorts.free();
    private final int managementPort = FreePorts.free();
    private final int receiverPort = FreePorts.free();
    private final @Nullable DatabaseProcess database;
    private final ChildProcess application;
    private final CompilerThreads compilers;

    private Testbed(
            Workspace workplace,
            TestbedSettings setting,
            Path folder,
            Path data,
            ChildProcesses children,
            CpuLatencyRequest awake) {
        this.workplace = workplace;
        this.setting = setting;
        this.folder = folder;
        this.data = data;
        this.children = children;
        this.awake = awake;
        this.database = setting.database() == null
                ? null
                : DatabaseProcess.start(children, workplace, setting.database(), data.resolve("server"));
        this.application = startApplication();
        this.compilers = CompilerThreads.of(application.pid());
        if (database != null && setting.sample() == SampleApplication.MONEY_TRACKER) {
            Accounts.open(database);
        }
    }

    /**
     * Starts everything.
     *
     * @param folder for what it writes
     */
    public static Testbed start(Workspace workplace, TestbedSettings setting, Path folder) {
        Path data = DataFolder.makeIn(folder.toAbsolutePath());
        ChildProcesses children = new ChildProcesses(folder);
        CpuLatencyRequest awake = new CpuLatencyRequest();
        try {
            return new Testbed(workplace, setting, folder.toAbsolutePath(), data, children, awake);
        } catch (RuntimeException failed) {
            end(children, awake, data);
            throw failed;
        }
    }

    private ChildProcess startApplication() {
        List<String> command = new ArrayList<>(List.of(
                Workspace.java(),
                "-Xms" + HEAP,
                "-Xmx" + HEAP,
                CompilerThreads.ALL_FROM_THE_BEGINNING,
                "-jar",
                workplace.jar(setting.sample()).toAbsolutePath().toString(),
                "--spring.profiles.active=" + setting.profiles(),
                "--access.guarded=false", // reading a password takes longer than what is measured
                "--server.port=" + port,
                "--management.server.port=" + managementPort));
        command.addAll(setting.sample().arguments(receiverPort));
        command.addAll(setting.variant().arguments());
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(workplace.root().toFile());
        if (database != null) {
            builder.environment().putAll(database.environment());
        }
        ChildProcess started = children.start("application", builder);
        started.await(STARTED, TO_START);
        return started;
    }

    @Override
    public @Nullable String databaseVersion() {
        return database == null ? null : database.version();
    }

    @Override
    public Map<String, String> machine() {
        Map<String, String> machine = MachineFacts.collect();
        machine.put("idle processors", awake.words());
        return machine;
    }

    @Override
    public SimulatorResult simulate(String run, List<String> profile, Duration time) {
        URI url = URI.create("http://127.0.0.1:" + port + setting.sample().path());
        Path results = folder.resolve(run);
        return new SimulatorProcess(setting, url, receiverPort, run, results).run(children, profile, time);
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
        end(children, awake, data);
    }

    private static void end(ChildProcesses children, CpuLatencyRequest awake, Path data) {
        children.close();
        awake.close();
        DataFolder.delete(data);
    }
}
