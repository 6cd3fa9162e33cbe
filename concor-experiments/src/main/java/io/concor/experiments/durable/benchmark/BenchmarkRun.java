package io.concor.experiments.durable.benchmark;

import io.concor.experiments.durable.broker.BrokerProcess;
import io.concor.experiments.durable.server.DatabaseKind;
import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.experiments.durable.subject.SubjectJvm;
import io.concor.experiments.durable.subject.SubjectSettings;
import io.concor.experiments.testbed.DataFolder;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a subject in a new process on a new database. */
public final class BenchmarkRun {

    private final Workspace workspace;
    private final Path folder;
    private final DatabaseKind database;
    private final LoadSettings load;

    /** @param folder for logs and data */
    public BenchmarkRun(Workspace workspace, Path folder, DatabaseKind database, LoadSettings load) {
        this.workspace = workspace;
        this.folder = folder;
        this.database = database;
        this.load = load;
    }

    /**
     * Runs it.
     *
     * @param durability is called with the settings of the database
     * @return the figures, or nothing if the subject does not support the scenario
     */
    public Optional<RunResult> run(String program, Map<String, String> options, Consumer<String> durability) {
        Path data = DataFolder.createIn(folder);
        try (DurableServer server = DurableServer.start(workspace, database, folder, data.resolve("server"))) {
            durability.accept(server.requireDurable().toString());
            return runBesideBroker(program, options, server, data);
        } catch (IOException failed) {
            throw new ExperimentException("The benchmark of " + program + " failed", failed);
        } finally {
            DataFolder.delete(data);
        }
    }

    private Optional<RunResult> runBesideBroker(
            String program, Map<String, String> options, DurableServer server, Path data) throws IOException {
        if (!SubjectArguments.program(program).needsBroker(options)) {
            return run(server, command(program, options, server));
        }
        try (BrokerProcess broker =
                BrokerProcess.start(workspace, folder, Files.createDirectories(data.resolve("broker")))) {
            Map<String, String> all = new HashMap<>(options);
            all.put(Subject.OPTION_BROKER, broker.address());
            return run(server, command(program, all, server));
        }
    }

    private List<String> command(String program, Map<String, String> options, DurableServer server) {
        List<String> command = new ArrayList<>(SubjectJvm.command(workspace, BenchmarkMain.class));
        command.addAll(load.format());
        command.addAll(new SubjectArguments(
                        program,
                        true,
                        new SubjectSettings(
                                "benchmark",
                                server.url(server.port()),
                                server.dialect().user(),
                                server.dialect().password(),
                                options))
                .format());
        return command;
    }

    private Optional<RunResult> run(DurableServer server, List<String> command) throws IOException {
        Path log = folder.resolve("benchmark.log");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.to(log.toFile()))
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            return read(lines, server)
                    .orElseThrow(
                            () -> new ExperimentException("The process ended without a result; its log is " + log));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns nothing if the lines end before a result. */
    private static Optional<Optional<RunResult>> read(BufferedReader lines, DurableServer server) throws IOException {
        @Nullable DatabaseCounters from = null;
        @Nullable DatabaseCounters used = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals(BenchmarkMain.UNSUPPORTED)) {
                return Optional.of(Optional.empty());
            } else if (line.equals("from")) {
                from = DatabaseCounters.read(server);
            } else if (line.equals("until") && from != null) {
                used = DatabaseCounters.read(server).minus(from);
            } else if (line.startsWith("result ") && used != null) {
                return Optional.of(Optional.of(RunResult.parse(line, used)));
            }
        }
        return Optional.empty();
    }
}
