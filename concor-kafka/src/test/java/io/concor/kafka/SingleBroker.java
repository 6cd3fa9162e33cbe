package io.concor.kafka;

import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** A broker on a port and with records of its own, which can be stopped and started again. */
final class SingleBroker implements AutoCloseable {

    private static final String CONTROLLER = "CONTROLLER";

    private final Properties properties = new Properties();
    private final String address;
    private KafkaRaftServer server;
    private boolean stopped;

    /**
     * Starts it.
     *
     * @param folder where its records lie
     * @param protocol that of its listener for clients, such as {@code PLAINTEXT}
     * @param more further settings
     */
    SingleBroker(Path folder, String protocol, Map<String, String> more) throws Exception {
        try (ServerSocket clients = new ServerSocket(0);
                ServerSocket controllers = new ServerSocket(0)) {
            address = "localhost:" + clients.getLocalPort();
            String controller = "localhost:" + controllers.getLocalPort();
            properties.putAll(Map.of(
                    "node.id",
                    "1",
                    "process.roles",
                    "broker,controller",
                    "controller.quorum.voters",
                    "1@" + controller,
                    "controller.listener.names",
                    CONTROLLER,
                    "listeners",
                    protocol + "://" + address + "," + CONTROLLER + "://" + controller,
                    "listener.security.protocol.map",
                    protocol + ":" + protocol + "," + CONTROLLER + ":PLAINTEXT",
                    "inter.broker.listener.name",
                    protocol,
                    "log.dirs",
                    folder.toString()));
        }
        properties.putAll(Map.of(
                "auto.create.topics.enable", "false",
                "group.initial.rebalance.delay.ms", "0",
                "offsets.topic.num.partitions", "4",
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.num.partitions", "4",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "log.cleaner.dedupe.buffer.size", "2097152"));
        properties.putAll(more);
        format(folder);
        server = start();
    }

    private static void format(Path folder) throws Exception {
        new Formatter()
                .setNodeId(1)
                .setClusterId(Uuid.randomUuid().toString())
                .setDirectories(List.of(folder.toString()))
                .setControllerListenerName(CONTROLLER)
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setHasDynamicQuorum(false)
                .run();
    }

    private KafkaRaftServer start() {
        KafkaRaftServer started = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
        started.startup();
        return started;
    }

    String address() {
        return address;
    }

    void stop() {
        if (!stopped) {
            stopped = true;
            server.shutdown();
            server.awaitShutdown();
        }
    }

    void startAgain() {
        server = start();
        stopped = false;
    }

    @Override
    public void close() {
        stop();
    }
}
