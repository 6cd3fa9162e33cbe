package io.concor.experiments.clientqueues.testbed;

import io.concor.experiments.testbed.ChildProcess;
import io.concor.experiments.testbed.ChildProcesses;
import io.concor.experiments.testbed.FreePorts;
import io.concor.simulator.queues.check.ClientAccounts;
import io.concor.simulator.queues.http.QueueServerAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * A queue server in a process of its own at fixed ports, which can be killed and started again. For one thread, but for {@link
 * #awaitAnswer}.
 */
public final class QueueServerProcess implements AutoCloseable {

    private static final String FLOW = "queue-server";
    private static final Duration TO_ANSWER = Duration.ofMinutes(5);

    private final QueueServerLauncher launcher;
    private final ChildProcesses processes;
    private final String name;
    private final int port = FreePorts.next();
    private final int managementPort = FreePorts.next();
    private final ServerProbe probe = new ServerProbe(port, managementPort);
    private int starts;
    private volatile ChildProcess process;

    /**
     * Starts a server.
     *
     * @param folder for the logs, one for each start
     * @param number of the server, from 1
     */
    QueueServerProcess(QueueServerLauncher launcher, Path folder, int number) {
        this.launcher = launcher;
        this.processes = new ChildProcesses(folder);
        this.name = "server-" + number;
        this.process = start();
    }

    private ChildProcess start() {
        starts++;
        return processes.start(name + "-" + starts, launcher.builder(port, managementPort));
    }

    public QueueServerAddress address() {
        return QueueServerAddress.of(probe.server());
    }

    /** Registers clients. */
    public void register(ClientAccounts accounts, int clients) {
        for (int client = 1; client <= clients; client++) {
            probe.register(accounts.authorization(client));
        }
    }

    /** Waits until the server answers a request of a registered client. Fails if it ends before, or after five minutes. */
    public void awaitAnswer(String authorization) {
        process.await(
                () -> probe.answers(authorization) ? Optional.of(true) : Optional.empty(),
                "did not answer requests",
                TO_ANSWER);
    }

    /** Waits until the server is ready, with its database. Fails if it ends before, or after five minutes. */
    void awaitHealth() {
        process.await(() -> probe.isHealthy() ? Optional.of(true) : Optional.empty(), "did not get healthy", TO_ANSWER);
    }

    /** Kills the process ({@code kill -9}) and starts it again at once. */
    public void killAndRestart() {
        process.kill();
        process = start();
    }

    /** Returns the CPU time that the process has used. */
    public Duration cpu() {
        return process.cpu();
    }

    /** Returns what gives the slot of the store a number of threads. */
    public IntConsumer threads() {
        return ServerOperator.threads(probe.endpoint("concorslots/" + FLOW + "/store"), ServerProbe.operator());
    }

    /** Returns what gives the server a number of connections for requests. */
    public IntConsumer connections() {
        return ServerOperator.connections(probe.endpoint("concorconnections"), ServerProbe.operator());
    }

    /** Returns what reads the verdict. */
    public Supplier<String> verdict() {
        return ServerOperator.verdict(probe.endpoint("concordiagnosis/" + FLOW), ServerProbe.operator());
    }

    /** Returns what reads the statistics of the flow. */
    public Supplier<JsonNode> statistics() {
        return new OperatorEndpoint(probe.endpoint("concorstats/" + FLOW), "statistics", ServerProbe.operator())::read;
    }

    /** Returns the first value of a metric; 0 if the server does not say so. */
    public double metric(String name) {
        return probe.metric(name).orElse(0.0);
    }

    /** Returns how the server is. */
    public ServerState state() {
        return new ServerState(probe.isHealthy(), probe.waiting(), OpenFiles.of(process.pid()));
    }

    @Override
    public void close() {
        processes.close();
    }
}
