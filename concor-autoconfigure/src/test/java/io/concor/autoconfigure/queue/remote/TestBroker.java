package io.concor.autoconfigure.queue.remote;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** A broker for all tests of a JVM. */
final class TestBroker {

    private static @Nullable EmbeddedKafkaKraftBroker shared;

    private TestBroker() {}

    /** Returns the address of the broker, which is started for the first who asks. */
    static synchronized String address() {
        EmbeddedKafkaKraftBroker present = shared;
        if (present == null) {
            present = start();
            Runtime.getRuntime().addShutdownHook(new Thread(present::destroy));
            shared = present;
        }
        return present.getBrokersAsString();
    }

    /** Starts a broker of its own. */
    static EmbeddedKafkaKraftBroker start() {
        EmbeddedKafkaKraftBroker broker = new EmbeddedKafkaKraftBroker(1, 1);
        broker.brokerProperties(Map.of(
                "group.initial.rebalance.delay.ms", "0",
                "offsets.topic.num.partitions", "4",
                "transaction.state.log.num.partitions", "4",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1"));
        broker.afterPropertiesSet();
        return broker;
    }
}
