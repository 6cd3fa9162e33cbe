package io.concor.experiments.distributed;

import io.concor.experiments.durable.broker.BrokerAccess;
import io.concor.experiments.durable.broker.BrokerCertificate;
import java.nio.file.Path;
import java.util.Optional;

/** How a pipeline is spread. */
enum Spread {
    /** All stages in one process. */
    ONE("one process, rings", 1),
    /** Over three processes and a broker. */
    PLAIN("three processes, Kafka", 3) {
        @Override
        Optional<BrokerAccess> access(Path folder, Path data) {
            return Optional.of(BrokerAccess.PLAIN);
        }
    },
    /** The same, encrypted. */
    TLS("three processes, Kafka, TLS", 3) {
        @Override
        Optional<BrokerAccess> access(Path folder, Path data) {
            return Optional.of(BrokerCertificate.create(folder, data));
        }
    };

    private final String title;
    private final int processes;

    Spread(String title, int processes) {
        this.title = title;
        this.processes = processes;
    }

    String title() {
        return title;
    }

    int processes() {
        return processes;
    }

    /**
     * Returns how the processes talk to their broker, if there is one.
     *
     * @param folder for logs
     * @param data for what it needs; exists
     */
    Optional<BrokerAccess> access(Path folder, Path data) {
        return Optional.empty();
    }
}
