package io.concor.experiments.durable.broker;

import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * How others talk to a broker.
 *
 * @param protocol of the broker's listener, as Kafka names it
 * @param broker settings of the broker
 * @param clients settings of all others, without the address
 */
public record BrokerAccess(String protocol, Map<String, String> broker, Map<String, String> clients) {

    /** In plain text, and a broker as it is by default. */
    public static final BrokerAccess PLAIN = new BrokerAccess("PLAINTEXT", Map.of(), Map.of());

    public BrokerAccess {
        broker = Map.copyOf(broker);
        clients = Map.copyOf(clients);
    }

    /** Returns this access to a broker with more settings. */
    public BrokerAccess withBroker(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(broker);
        all.putAll(more);
        return new BrokerAccess(protocol, all, clients);
    }

    /** Returns this access by clients with more settings. */
    public BrokerAccess withClients(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(clients);
        all.putAll(more);
        return new BrokerAccess(protocol, broker, all);
    }

    /** Returns the settings of clients of the broker at an address. */
    Map<String, Object> clientsOf(String address) {
        Map<String, Object> all = new HashMap<>(clients);
        all.put("bootstrap.servers", address);
        all.put("security.protocol", protocol);
        return all;
    }

    /** Writes the settings of clients of the broker at an address, for {@link #read} in another process. */
    void write(String address, Path file) {
        Properties properties = new Properties();
        properties.putAll(clientsOf(address));
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot write " + file, impossible);
        }
    }

    /** Reads the settings of clients. */
    public static Map<String, Object> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot read " + file, impossible);
        }
        Map<String, Object> clients = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> clients.put(name, properties.getProperty(name)));
        return clients;
    }
}
