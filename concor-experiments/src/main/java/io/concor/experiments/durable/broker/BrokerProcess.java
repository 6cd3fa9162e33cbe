package io.concor.experiments.durable.broker;

import io.concor.experiments.durable.subject.SubjectJvm;
import io.concor.experiments.testbed.ChildProcess;
import io.concor.experiments.testbed.ChildProcesses;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.FreePorts;
import io.concor.experiments.testbed.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * A broker, which is a controller, too, at a fixed port and on data that survives it. What it has acknowledged survives
 * {@code kill -9}, because the operating system has it; it would not survive the machine. For one thread.
 */
public final class BrokerProcess implements AutoCloseable {

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final Duration TO_ANSWER = Duration.ofSeconds(5);
    private static final long TICK_MILLIS = 100;

    private final Workspace workspace;
    private final Path folder;
    private final BrokerAccess access;
    private final BrokerPlace place;
    private final Path log;
    private final Path properties;
    private final int port = FreePorts.next();
    private ChildProcesses processes;
    private ChildProcess process;
    private @Nullable BrokerMetrics metrics;

    private BrokerProcess(Workspace workspace, Path folder, Path data, BrokerAccess access, BrokerPlace place) {
        this.workspace = workspace;
        this.folder = folder;
        this.access = access;
        this.place = place;
        this.log = data.resolve("log");
        this.properties = data.resolve("broker.properties");
        writeProperties();
        this.processes = new ChildProcesses(folder);
        format();
        this.process = run();
    }

    /**
     * Starts a broker without topics, which talks in plain text, and waits until it answers.
     *
     * @param folder for its logs
     * @param data for its data; exists, and is not deleted at the end
     */
    public static BrokerProcess start(Workspace workspace, Path folder, Path data) {
        return start(workspace, folder, data, BrokerAccess.PLAIN);
    }

    /**
     * Starts a broker without topics, and waits until it answers.
     *
     * @param folder for its logs
     * @param data for its data; exists, and is not deleted at the end
     */
    public static BrokerProcess start(Workspace workspace, Path folder, Path data, BrokerAccess access) {
        BrokerPlace alone = BrokerPlace.of(1).get(0);
        BrokerProcess broker = new BrokerProcess(workspace, folder, data.toAbsolutePath(), access, alone);
        broker.awaitAnswer(1);
        return broker;
    }

    /** Starts one of several brokers, which answers when most of them run. */
    static BrokerProcess launch(Workspace workspace, Path folder, Path data, BrokerPlace place) {
        return new BrokerProcess(workspace, folder, data.toAbsolutePath(), BrokerAccess.PLAIN, place);
    }

    private void writeProperties() {
        List<String> lines = new ArrayList<>(List.of(
                "process.roles=broker,controller",
                "listeners=%s://localhost:%d,CONTROLLER://localhost:%d"
                        .formatted(access.protocol(), port, place.controllerPort()),
                "listener.security.protocol.map=CONTROLLER:PLAINTEXT,%1$s:%1$s".formatted(access.protocol()),
                "inter.broker.listener.name=" + access.protocol(),
                "controller.listener.names=CONTROLLER",
                "log.dirs=" + log,
                "offsets.topic.num.partitions=4",
                "transaction.state.log.num.partitions=4",
                "group.initial.rebalance.delay.ms=0"));
        lines.addAll(place.properties());
        access.broker().forEach((name, value) -> lines.add(name + "=" + value));
        try {
            Files.write(properties, lines);
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot write " + properties, impossible);
        }
    }

    /** A broker does not begin on a folder that was not made for it. */
    private void format() {
        List<String> arguments =
                List.of("format", "--cluster-id", place.cluster().toString(), "--config", properties.toString());
        processes
                .start(place.name() + "-format", builder("kafka.tools.StorageTool", arguments))
                .awaitEnd(TO_START);
    }

    private ProcessBuilder builder(String main, List<String> arguments) {
        List<String> command = new ArrayList<>(SubjectJvm.command(workspace, main, "-Xmx512m"));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private ChildProcess run() {
        return processes.start(place.name(), builder("kafka.Kafka", List.of(properties.toString())));
    }

    /** Waits until it answers, and knows as many brokers, itself included. */
    void awaitAnswer(int brokers) {
        long end = System.nanoTime() + TO_START.toNanos();
        while (!knows(brokers)) {
            if (System.nanoTime() > end) {
                close();
                throw new ExperimentException("The broker does not answer; its log is in " + folder);
            }
            sleep();
        }
    }

    private boolean knows(int brokers) {
        try (Admin admin = Admin.create(access.clientsOf(address()))) {
            return admin.describeCluster()
                            .nodes()
                            .get(TO_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
                            .size()
                    >= brokers;
        } catch (ExecutionException | TimeoutException down) {
            return false;
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static ExperimentException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new ExperimentException("The check was interrupted", interrupted);
    }

    /** Returns host and port. */
    public String address() {
        return "localhost:" + port;
    }

    /** Writes the settings of its clients, for {@link BrokerAccess#read} in another process. */
    public void writeAccess(Path file) {
        access.write(address(), file);
    }

    public BrokerCounters counters() {
        return BrokerCounters.read(log, pid(), metrics().traffic());
    }

    /** Returns how many connections others have to it. */
    public long connections() {
        return metrics().connections(access.protocol());
    }

    private BrokerMetrics metrics() {
        BrokerMetrics present = metrics;
        if (present == null) {
            present = BrokerMetrics.connect(pid());
            metrics = present;
        }
        return present;
    }

    private void disconnect() {
        BrokerMetrics present = metrics;
        metrics = null;
        if (present != null) {
            present.close();
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Returns the CPU time used since its last start, in user and kernel mode. */
    public Duration cpu() {
        return process.cpu();
    }

    /** Kills it ({@code kill -9}), and waits until it has ended. */
    public void kill() {
        disconnect();
        process.kill();
    }

    /** Starts it again on its data, and waits until it answers. */
    public void restart() {
        processes.close();
        processes = new ChildProcesses(folder);
        process = run();
        awaitAnswer(1);
    }

    @Override
    public void close() {
        disconnect();
        processes.close();
    }
}
