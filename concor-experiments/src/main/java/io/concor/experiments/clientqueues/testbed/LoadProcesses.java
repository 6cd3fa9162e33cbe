package io.concor.experiments.clientqueues.testbed;

import io.concor.experiments.testbed.ChildProcess;
import io.concor.experiments.testbed.ChildProcesses;
import io.concor.experiments.testbed.DataFolder;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.Simulator;
import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.QueuesResult;
import io.concor.simulator.queues.http.QueueServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Clients of the simulator in processes of their own, each with its share of them. For one thread. */
public final class LoadProcesses implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    /** To start, to set up, and to receive what is left. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Path results;
    private final ChildProcesses processes;
    private final List<ChildProcess> started = new ArrayList<>();
    private final Duration longest;

    private LoadProcesses(Path folder, Duration load) {
        results = DataFolder.createIn(folder);
        processes = new ChildProcesses(folder);
        longest = load.plus(PATIENCE);
    }

    /**
     * Starts processes that begin at the same time, or nearly so.
     *
     * @param load the load of all processes together, whose accounts are those of a prefix
     * @param prefix what the names of the clients begin with
     * @param count number of processes
     * @param folder for their output
     */
    public static LoadProcesses start(ClientLoadSettings load, String prefix, int count, Path folder) {
        LoadProcesses all = new LoadProcesses(folder, Duration.ofSeconds((long) load.warmUpSeconds() + load.seconds()));
        try {
            int first = 1;
            for (int number = 0; number < count; number++) {
                int clients = load.clients().total() / count
                        + (number < load.clients().total() % count ? 1 : 0);
                all.started.add(all.start(number, command(load, prefix, first, clients, all.result(number))));
                first += clients;
            }
            return all;
        } catch (RuntimeException failed) {
            all.close();
            throw failed;
        }
    }

    private ChildProcess start(int number, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("SIMULATOR_PASSWORD", QueueServerSettings.PASSWORD);
        return processes.start("load-" + (number + 1), builder);
    }

    private Path result(int number) {
        return results.resolve(Integer.toString(number));
    }

    private static List<String> command(ClientLoadSettings load, String prefix, int first, int clients, Path result) {
        List<String> command = new ArrayList<>(
                List.of(Workspace.java(), "-cp", Workspace.classPath(), Simulator.class.getName(), "queues"));
        load.connections().servers().stream().map(QueueServerAddress::url).forEach(command::add);
        command.addAll(List.of(
                "--user-prefix=" + prefix,
                "--first-client=" + first,
                "--clients=" + clients,
                "--total-clients=" + load.clients().total(),
                "--queues=" + load.queues(),
                "--message-size=" + load.messageSize(),
                "--timeout=" + load.connections().timeout().toSeconds() + "s",
                "--drain=" + load.drain().toSeconds() + "s",
                "--warm-up=" + load.warmUpSeconds() + "s",
                "--for=" + load.seconds() + "s",
                "--results=" + result));
        return command;
    }

    /** Waits until the first process has ended a second of its load; one of its warm-up is negative. */
    public void await(int second) {
        started.get(0).await(Pattern.compile("^ *" + second + " +\\d", Pattern.MULTILINE), longest);
    }

    /** Waits for the end, and returns the results of the processes. */
    public List<QueuesResult> results() {
        List<QueuesResult> all = new ArrayList<>();
        for (int number = 0; number < started.size(); number++) {
            Path file = result(number).resolve("result.json");
            started.get(number)
                    .await(
                            () -> Files.exists(file) ? Optional.of(file) : Optional.empty(),
                            "did not write its result",
                            longest);
            all.add(read(file));
        }
        return all;
    }

    private static QueuesResult read(Path file) {
        try {
            return JSON.readValue(file.toFile(), QueuesResult.class);
        } catch (JacksonException unreadable) {
            throw new ExperimentException("Cannot read " + file + " as a result of the simulator", unreadable);
        }
    }

    @Override
    public void close() {
        processes.close();
        DataFolder.delete(results);
    }
}
