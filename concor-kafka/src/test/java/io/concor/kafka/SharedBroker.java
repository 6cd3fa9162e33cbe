package io.concor.kafka;

import io.concor.kafka.topic.QueueTopics;
import io.concor.queue.NewEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.store.PutReceipts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** A broker for all tests of a JVM, and what they need of it. */
public final class SharedBroker {

    private static final int PARTITIONS = 4;
    private static final AtomicInteger FLOWS = new AtomicInteger();
    private static @Nullable EmbeddedKafkaKraftBroker broker;

    private SharedBroker() {}

    /** Returns the address of the broker, which is started for the first who asks. */
    public static synchronized String address() {
        EmbeddedKafkaKraftBroker present = broker;
        if (present == null) {
            present = new EmbeddedKafkaKraftBroker(1, 1);
            present.brokerProperties(Map.of(
                    "auto.create.topics.enable", "false",
                    "group.initial.rebalance.delay.ms", "0",
                    "offsets.topic.num.partitions", "4",
                    "transaction.state.log.num.partitions", "4",
                    "transaction.state.log.replication.factor", "1",
                    "transaction.state.log.min.isr", "1"));
            present.afterPropertiesSet();
            Runtime.getRuntime().addShutdownHook(new Thread(present::destroy));
            broker = present;
        }
        return present.getBrokersAsString();
    }

    /** Returns an admin client. */
    public static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", address()));
    }

    /** Has brokers take records up to a size in the topic of a queue's events. */
    public static void largestRecord(QueueTopics topics, int bytes) throws Exception {
        largestRecord(topics.events(), bytes);
    }

    /** Has brokers take records up to a size in a topic. */
    public static void largestRecord(String topic, int bytes) throws Exception {
        set(topic, "max.message.bytes", bytes);
    }

    /** Changes a setting of a topic. */
    public static void set(String topic, String setting, long value) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        ConfigEntry changed = new ConfigEntry(setting, String.valueOf(value));
        try (Admin admin = admin()) {
            admin.incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(changed, OpType.SET))))
                    .all()
                    .get();
        }
    }

    /** Returns a producer that knows nothing of Concor. */
    public static KafkaProducer<byte[], byte[]> others() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", address()), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Returns the name of a flow that no other test uses. */
    public static String flow() {
        return "flow-" + FLOWS.incrementAndGet();
    }

    /** Begins a store, which is what a process has. */
    public static KafkaQueueStore.Builder store() {
        return KafkaQueueStore.of(Map.of("bootstrap.servers", address()), new TextMessages())
                .partitions(PARTITIONS);
    }

    /** Returns the event of an id and a key. */
    public static NewEvent event(String id, @Nullable String key) {
        return new NewEvent(id, false, "message of " + id, key, Duration.ZERO, Map.of());
    }

    /** Puts an event, and returns what becomes of that. */
    public static CompletableFuture<Void> put(StoredQueue queue, NewEvent event) {
        CompletableFuture<Void> put = new CompletableFuture<>();
        queue.put(queue.prepare(event), PutReceipts.completing(put));
        return put;
    }
}
