package io.concor.experiments;

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
final class Bench implements MeasuredApplication {

    /** The sample's: fixed, so that it is not compared how a heap grows. */
    private static final String HEAP = "512m";

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final Pattern STARTED = Pattern.compile("Started \\w+ in ");

    private final Workplace workplace;
    private final Setting setting;
    private final Path folder;
    private final Path data;
    private final Children children;
    private final Awake awake;
    private final int port = Ports.free();
    private final int managementPort = Ports.free();
    private final int receiverPort = Ports.free();
    private final @Nullable RunningDatabase database;
    private final Child application;
    private final CompilerThreads compilers;

    private Bench(Workplace workplace, Setting setting, Path folder, Path data, Children children, Awake awake) {
        this.workplace = workplace;
        this.setting = setting;
        this.folder = folder;
        this.data = data;
        this.children = children;
        this.awake = awake;
        this.database = setting.database() == null
                ? null
                : RunningDatabase.start(children, workplace, setting.database(), data.resolve("server"));
        this.application = startApplication();
        this.compilers = CompilerThreads.of(application.pid());
        if (database != null && setting.sample() == Sample.MONEY_TRACKER) {
            Accounts.open(database);
        }
    }

    /**
     * Starts everything.
     *
     * @param folder for what it writes
     */
    static Bench start(Workplace workplace, Setting setting, Path folder) {
        Path data = Folders.makeIn(folder.toAbsolutePath());
        Children children = new Children(folder);
        Awake awake = new Awake();
        try {
            return new Bench(workplace, setting, folder.toAbsolutePath(), data, children, awake);
        } catch (RuntimeException failed) {
            end(children, awake, data);
            throw failed;
        }
    }

    private Child startApplication() {
        List<String> command = new ArrayList<>(List.of(
                Workplace.java(),
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
        Child started = children.start("application", builder);
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
    public Outcome simulate(String run, List<String> profile, Duration time) {
        URI url = URI.create("http://127.0.0.1:" + port + setting.sample().path());
        Path results = folder.resolve(run);
        return new Simulation(setting, url, receiverPort, run, results).run(children, profile, time);
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

    private static void end(Children children, Awake awake, Path data) {
        children.close();
        awake.close();
        Folders.delete(data);
    }
}
