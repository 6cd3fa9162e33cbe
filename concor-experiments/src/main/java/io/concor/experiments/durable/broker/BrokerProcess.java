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
import org.apache.kafka.common.Uuid;

/**
 * A single broker, which is its own controller, at a fixed port and on data that survives it. What it has acknowledged survives
 * {@code kill -9}, because the operating system has it; it would not survive the machine. For one thread.
 */
public final class BrokerProcess implements AutoCloseable {

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final Duration TO_ANSWER = Duration.ofSeconds(5);
    private static final long TICK_MILLIS = 100;

    private final Workspace workspace;
    private final Path folder;
    private final BrokerAccess access;
    private final Path log;
    private final Path properties;
    private final int port = FreePorts.next();
    private final int controllerPort = FreePorts.next();
    private ChildProcesses processes;
    private ChildProcess process;

    private BrokerProcess(Workspace workspace, Path folder, Path data, BrokerAccess access) {
        this.workspace = workspace;
        this.folder = folder;
        this.access = access;
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
        return new BrokerProcess(workspace, folder, data.toAbsolutePath(), access);
    }

    private void writeProperties() {
        List<String> lines = new ArrayList<>(List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "controller.quorum.voters=1@localhost:" + controllerPort,
                "listeners=%s://localhost:%d,CONTROLLER://localhost:%d"
                        .formatted(access.protocol(), port, controllerPort),
                "listener.security.protocol.map=CONTROLLER:PLAINTEXT,%1$s:%1$s".formatted(access.protocol()),
                "inter.broker.listener.name=" + access.protocol(),
                "controller.listener.names=CONTROLLER",
                "log.dirs=" + log,
                "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=4",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1",
                "transaction.state.log.num.partitions=4",
                "group.initial.rebalance.delay.ms=0"));
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
                List.of("format", "--cluster-id", Uuid.randomUuid().toString(), "--config", properties.toString());
        processes
                .start("broker-format", builder("kafka.tools.StorageTool", arguments))
                .awaitEnd(TO_START);
    }

    private ProcessBuilder builder(String main, List<String> arguments) {
        List<String> command = new ArrayList<>(SubjectJvm.command(workspace, main, "-Xmx512m"));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private ChildProcess run() {
        ChildProcess started = processes.start("broker", builder("kafka.Kafka", List.of(properties.toString())));
        long end = System.nanoTime() + TO_START.toNanos();
        while (!answers()) {
            if (System.nanoTime() > end) {
                close();
                throw new ExperimentException("The broker does not answer; its log is in " + folder);
            }
            sleep();
        }
        return started;
    }

    private boolean answers() {
        try (Admin admin = Admin.create(access.clientsOf(address()))) {
            return !admin.describeCluster()
                    .nodes()
                    .get(TO_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
                    .isEmpty();
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
        return BrokerCounters.read(log, pid());
    }

    public long pid() {
        return process.pid();
    }

    /** Kills it ({@code kill -9}), and waits until it has ended. */
    public void kill() {
        process.kill();
    }

    /** Starts it again on its data, and waits until it answers. */
    public void restart() {
        processes.close();
        processes = new ChildProcesses(folder);
        process = run();
    }

    @Override
    public void close() {
        processes.close();
    }
}
