package io.concor.experiments.durable.benchmark;

import io.concor.experiments.durable.broker.BrokerCounters;
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
            return run(command(program, options, server), server, null);
        }
        try (BrokerProcess broker =
                BrokerProcess.start(workspace, folder, Files.createDirectories(data.resolve("broker")))) {
            Map<String, String> all = new HashMap<>(options);
            all.put(Subject.OPTION_BROKER, broker.address());
            return run(command(program, all, server), server, broker);
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

    private Optional<RunResult> run(List<String> command, DurableServer server, @Nullable BrokerProcess broker)
            throws IOException {
        Path log = folder.resolve("benchmark.log");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.to(log.toFile()))
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            return read(lines, new Counters(server, broker))
                    .orElseThrow(
                            () -> new ExperimentException("The process ended without a result; its log is " + log));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns nothing if the lines end before a result. */
    private static Optional<Optional<RunResult>> read(BufferedReader lines, Counters counters) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals(BenchmarkMain.UNSUPPORTED)) {
                return Optional.of(Optional.empty());
            } else if (line.equals("from")) {
                counters.begin();
            } else if (line.equals("until")) {
                counters.end();
            } else if (line.startsWith("result ")) {
                return Optional.of(Optional.of(RunResult.parse(line, counters.database, counters.broker)));
            }
        }
        return Optional.empty();
    }

    /** What the servers did between two moments. */
    private static final class Counters {

        private final DurableServer server;
        private final @Nullable BrokerProcess process;
        private DatabaseCounters database;
        private BrokerCounters broker;

        Counters(DurableServer server, @Nullable BrokerProcess process) {
            this.server = server;
            this.process = process;
            database = DatabaseCounters.read(server);
            broker = readBroker();
        }

        private BrokerCounters readBroker() {
            return process == null ? BrokerCounters.NONE : process.counters();
        }

        void begin() {
            database = DatabaseCounters.read(server);
            broker = readBroker();
        }

        void end() {
            database = DatabaseCounters.read(server).minus(database);
            broker = readBroker().minus(broker);
        }
    }
}
