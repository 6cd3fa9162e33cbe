package io.concor.sample.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A Kafka broker for trying only: one process on the local host, without passwords and copies, whose data is deleted when it ends. It
 * takes two ports that follow each other: the first for its clients, the second for itself.
 */
public final class TrialBroker implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final int DEFAULT_PORT = 9092;
    private static final int HIGHEST_PORT = 65_534;
    private static final int NODE = 1;
    private static final String ONE = "1";
    private static final String FEW = "4";

    private final int port;
    private final Path folder;
    private final KafkaRaftServer server;
    private final AtomicBoolean closed = new AtomicBoolean();

    private TrialBroker(int port, Path folder, KafkaRaftServer server) {
        this.port = port;
        this.folder = folder;
        this.server = server;
    }

    /** Runs a broker until the process is stopped. The argument is its port, 9092 by default. */
    public static void main(String[] arguments) throws IOException {
        TrialBroker broker = start(arguments.length == 0 ? DEFAULT_PORT : port(arguments[0]));
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "trial-broker-stop"));
        System.out.println("Broker for trying only, without passwords: " + broker.address()
                + ". Ctrl-C stops it and deletes its data.");
        broker.server.awaitShutdown();
    }

    private static int port(String argument) {
        try {
            return Integer.parseInt(argument);
        } catch (NumberFormatException noNumber) {
            throw new IllegalArgumentException("The port '" + argument + "' is no number", noNumber);
        }
    }

    /**
     * Starts a broker.
     *
     * @param port the port for clients, 1 to 65534; the broker also needs the next one
     * @throws IllegalArgumentException if there is no such port
     * @throws IllegalStateException if another process has one of the ports
     * @throws IOException if its data cannot be kept
     */
    public static TrialBroker start(int port) throws IOException {
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("The port is " + port + ": must be 1 to " + HIGHEST_PORT);
        }
        requireFree(port);
        requireFree(port + 1);
        Path folder = Files.createTempDirectory("concor-trial-broker");
        boolean started = false;
        try {
            format(folder);
            KafkaConfig settings = KafkaConfig.fromProps(settings(port, folder));
            TrialBroker broker = new TrialBroker(port, folder, new KafkaRaftServer(settings, Time.SYSTEM));
            broker.startUp();
            started = true;
            return broker;
        } finally {
            if (!started) {
                delete(folder);
            }
        }
    }

    /** Kafka itself would wait for the port of its controller. */
    private static void requireFree(int port) throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(HOST, port));
        } catch (BindException taken) {
            throw new IllegalStateException(
                    "Another process has port " + port + ": end it, or name another port for the broker", taken);
        }
    }

    private void startUp() {
        try {
            server.startup();
        } catch (RuntimeException e) {
            server.shutdown();
            throw e;
        }
    }

    private static void format(Path folder) throws IOException {
        Formatter formatter = new Formatter()
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(NODE)
                .setDirectories(List.of(folder.toString()))
                .setControllerListenerName("CONTROLLER")
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream()));
        try {
            formatter.run();
        } catch (Exception e) {
            throw new IOException("The folder " + folder + " cannot be prepared for the broker: " + e.getMessage(), e);
        }
    }

    private static Properties settings(int port, Path folder) {
        Properties settings = new Properties();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(NODE));
        settings.put("controller.quorum.voters", NODE + "@" + HOST + ":" + (port + 1));
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("listeners", "PLAINTEXT://" + HOST + ":" + port + ",CONTROLLER://" + HOST + ":" + (port + 1));
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("log.dirs", folder.toString());
        settings.put("offsets.topic.replication.factor", ONE);
        settings.put("offsets.topic.num.partitions", FEW);
        settings.put("transaction.state.log.replication.factor", ONE);
        settings.put("transaction.state.log.min.isr", ONE);
        settings.put("transaction.state.log.num.partitions", FEW);
        settings.put("group.initial.rebalance.delay.ms", "0");
        return settings;
    }

    /** Returns the address for {@code bootstrap.servers}. */
    public String address() {
        return HOST + ":" + port;
    }

    /** Returns where its data is. */
    Path folder() {
        return folder;
    }

    /** Stops the broker and deletes its data. Does nothing if it has been stopped. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        server.shutdown();
        server.awaitShutdown();
        delete(folder);
    }

    /** What cannot be deleted stays in the folder for temporary files. */
    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException leftToTheSystem) {
            System.err.println("The data of the broker is left in " + folder + ": " + leftToTheSystem);
        }
    }
}
