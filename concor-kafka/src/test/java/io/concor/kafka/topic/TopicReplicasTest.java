package io.concor.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.QueueStoreException;
import io.concor.kafka.SharedBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many of two brokers have a record before it counts as written. */
@Timeout(60)
@Tag("full")
class TopicReplicasTest {

    private static KafkaClusterTestKit brokers;

    private final QueueTopics topics = TopicNames.DEFAULT.of(SharedBroker.flow(), "slot");

    @BeforeAll
    static void start() throws Exception {
        TestKitNodes nodes = new TestKitNodes.Builder()
                .setNumControllerNodes(1)
                .setNumBrokerNodes(2)
                .build();
        brokers = new KafkaClusterTestKit.Builder(nodes).build();
        brokers.format();
        brokers.startup();
        brokers.waitForReadyBrokers();
    }

    @AfterAll
    static void stop() throws Exception {
        brokers.close();
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()));
    }

    private int prepare(Admin admin) {
        return new TopicSetup(admin, new TopicSettings(1, 2, Duration.ofHours(1)))
                .prepare(topics)
                .partitions();
    }

    private void create(Admin admin, int replicas, int inSync) throws Exception {
        NewTopic events = new NewTopic(topics.events(), 1, (short) replicas)
                .configs(Map.of(
                        "retention.ms", "-1",
                        "retention.bytes", "-1",
                        "min.insync.replicas", String.valueOf(inSync)));
        admin.createTopics(List.of(events)).all().get();
    }

    @Test
    void refusesAnEventThatCountsAsWrittenWithOneOfItsReplicas() throws Exception {
        try (Admin admin = admin()) {
            create(admin, 2, 1);
            assertThatThrownBy(() -> prepare(admin))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContaining(topics.events())
                    .hasMessageContaining("min.insync.replicas is 1 and has to be at least 2, as there are 2 replicas")
                    .hasMessageContaining("kafka-configs.sh --alter");
        }
    }

    /** One replica is for trials. More in sync than there are replicas is no harm. */
    @ParameterizedTest
    @CsvSource({"1,1", "1,2", "2,2", "2,3"})
    void takesTopicsThatHaveThatManyOrOneReplica(int replicas, int inSync) throws Exception {
        try (Admin admin = admin()) {
            create(admin, replicas, inSync);
            assertThat(prepare(admin)).isEqualTo(1);
        }
    }

    @Test
    void createsTopicsWhoseRecordsTwoBrokersHave() throws Exception {
        try (Admin admin = admin()) {
            prepare(admin);
            for (String topic : List.of(topics.events(), topics.state(), topics.seen(), topics.dead())) {
                ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
                Config config = admin.describeConfigs(List.of(resource))
                        .values()
                        .get(resource)
                        .get();
                assertThat(config.get("min.insync.replicas").value()).as(topic).isEqualTo("2");
            }
        }
    }
}
