package io.concor.experiments.durable.broker;

import io.concor.experiments.testbed.FreePorts;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/**
 * The place of a broker among those that share topics.
 *
 * @param number from 1
 * @param controllerPorts those of all brokers, in their order
 * @param cluster its id
 */
record BrokerPlace(int number, List<Integer> controllerPorts, Uuid cluster) {

    private static final int MOST_COPIES = 3;

    BrokerPlace {
        controllerPorts = List.copyOf(controllerPorts);
    }

    /** Returns the places of as many brokers. */
    static List<BrokerPlace> of(int brokers) {
        List<Integer> ports =
                IntStream.range(0, brokers).mapToObj(each -> FreePorts.next()).toList();
        Uuid cluster = Uuid.randomUuid();
        return IntStream.rangeClosed(1, brokers)
                .mapToObj(number -> new BrokerPlace(number, ports, cluster))
                .toList();
    }

    /** Returns the name of its files. */
    String name() {
        return number == 1 ? "broker" : "broker-" + number;
    }

    int controllerPort() {
        return controllerPorts.get(number - 1);
    }

    private String voters() {
        return IntStream.rangeClosed(1, controllerPorts.size())
                .mapToObj(voter -> "%d@localhost:%d".formatted(voter, controllerPorts.get(voter - 1)))
                .collect(Collectors.joining(","));
    }

    /** Returns settings: of three brokers, one may fail. */
    List<String> properties() {
        int copies = Math.min(MOST_COPIES, controllerPorts.size());
        int inSync = Math.min(2, copies);
        return List.of(
                "node.id=" + number,
                "controller.quorum.voters=" + voters(),
                "default.replication.factor=" + copies,
                "min.insync.replicas=" + inSync,
                "offsets.topic.replication.factor=" + copies,
                "transaction.state.log.replication.factor=" + copies,
                "transaction.state.log.min.isr=" + inSync);
    }
}
