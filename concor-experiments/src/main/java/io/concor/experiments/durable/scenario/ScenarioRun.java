package io.concor.experiments.durable.scenario;

import io.concor.experiments.durable.broker.BrokerCluster;
import io.concor.experiments.durable.server.DatabaseKind;
import io.concor.experiments.durable.server.Dialect;
import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.experiments.durable.subject.SubjectJvm;
import io.concor.experiments.durable.subject.SubjectSettings;
import io.concor.experiments.testbed.DataFolder;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The database, the processes and, if they need them, the brokers of one run of a scenario. For one thread. */
public final class ScenarioRun implements AutoCloseable {

    /** The options of a process behind {@link #fill}. */
    static final Map<String, String> GO_ON = Map.of(Subject.OPTION_PAUSED, "false");

    /** An option with the number of brokers. */
    private static final String OPTION_BROKERS = "brokers";

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Workspace workspace;
    private final Path folder;
    private final Path data;
    private final DurableServer server;
    private final @Nullable BrokerCluster brokers;
    private final String program;
    private final Map<String, String> options;
    private final ScenarioSettings settings;
    private final Consumer<String> lines;
    private final Deque<LoadProcess> processes = new ArrayDeque<>();

    /**
     * Starts a new database.
     *
     * @param folder for logs and data
     * @param program class of the subject
     * @param lines is given lines for who reads the figures: the settings of the database, and what else there is to say
     */
    public ScenarioRun(
            Workspace workspace,
            Path folder,
            DatabaseKind database,
            String program,
            Map<String, String> options,
            ScenarioSettings settings,
            Consumer<String> lines) {
        this.workspace = workspace;
        this.folder = folder;
        this.program = program;
        this.settings = settings;
        this.lines = lines;
        data = DataFolder.createIn(folder);
        server = DurableServer.start(workspace, database, folder, data.resolve("server"));
        try {
            lines.accept(server.requireDurable().toString());
            brokers = SubjectArguments.program(program).needsBroker(options) ? startBrokers(options) : null;
        } catch (RuntimeException failed) {
            server.close();
            DataFolder.delete(data);
            throw failed;
        }
        this.options = brokers == null ? Map.copyOf(options) : withBrokers(options, brokers);
    }

    private BrokerCluster startBrokers(Map<String, String> of) {
        int count = Integer.parseInt(of.getOrDefault(OPTION_BROKERS, "1"));
        return BrokerCluster.start(workspace, folder, data, count);
    }

    private static Map<String, String> withBrokers(Map<String, String> options, BrokerCluster brokers) {
        Map<String, String> all = new HashMap<>(options);
        all.put(Subject.OPTION_BROKER, brokers.address());
        return all;
    }

    ScenarioSettings settings() {
        return settings;
    }

    DurableServer server() {
        return server;
    }

    /** Returns the brokers. Fails if there are fewer. */
    BrokerCluster brokers(int least) {
        if (brokers == null || brokers.size() < least) {
            throw new ExperimentException(
                    "The scenario needs %d brokers or more: add --option=queue=remote --option=%s=%d"
                            .formatted(least, OPTION_BROKERS, least));
        }
        return brokers;
    }

    /** Prints a line in addition to the figures. */
    void print(String line) {
        lines.accept(line);
    }

    /** Starts a process with the subject, and waits until it is ready. The first one creates the tables. */
    LoadProcess start(String name, ProcessLoad load, Map<String, String> more) throws InterruptedException {
        Map<String, String> all = new HashMap<>(options);
        all.putAll(more);
        List<String> command = new ArrayList<>(SubjectJvm.command(workspace, LoadMain.class));
        command.addAll(load.format());
        command.addAll(new SubjectArguments(
                        program,
                        processes.isEmpty(),
                        new SubjectSettings(
                                name,
                                server.url(server.port()),
                                server.dialect().user(),
                                server.dialect().password(),
                                all))
                .format());
        LoadProcess process = new LoadProcess(command, folder.resolve(name + ".log"));
        processes.push(process);
        process.await(LoadMain.READY, TO_START);
        return process;
    }

    /** Puts as many events as are to wait, and leaves them to processes that {@link #GO_ON}. */
    void fill() throws InterruptedException {
        LoadProcess fill = start(
                "fill",
                ProcessLoad.fill(settings.callers(), settings.batch(), settings.backlog()),
                Map.of(Subject.OPTION_PAUSED, "true"));
        fill.order(LoadMain.LOAD);
        fill.await(ProcessLoadRunner.FILLED, Duration.ofMinutes(10));
        fill.kill();
    }

    static void sleep(Duration time) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(time.toMillis());
    }

    /** Sleeps, and has processes know meanwhile what the others handle. */
    static void sleep(Duration time, List<LoadProcess> processes) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            processes.forEach(process -> process.tellHandledElsewhere(processes));
            TimeUnit.NANOSECONDS.sleep(Math.min(left, TICK_NANOS));
        }
    }

    /** Returns the number that a query answers. */
    double number(String query) {
        try (Connection connection = server.connect()) {
            return Double.parseDouble(Dialect.texts(connection, query).get(0));
        } catch (SQLException failed) {
            throw new ExperimentException("The database did not answer " + query, failed);
        }
    }

    /** Returns how many rows of the task are there twice or more, NaN if it writes none. */
    double doubles() {
        return SubjectSettings.writesEffects(options)
                ? number("select count(*) - count(distinct event) from effect")
                : Double.NaN;
    }

    /** Returns the events that have a row of the task. */
    Set<Long> effects() {
        try (Connection connection = server.connect()) {
            return Dialect.texts(connection, "select distinct event from effect").stream()
                    .map(Long::valueOf)
                    .collect(Collectors.toSet());
        } catch (SQLException failed) {
            throw new ExperimentException("The effects cannot be read", failed);
        }
    }

    @Override
    public void close() {
        processes.forEach(LoadProcess::close);
        if (brokers != null) {
            brokers.close();
        }
        server.close();
        DataFolder.delete(data);
    }
}
