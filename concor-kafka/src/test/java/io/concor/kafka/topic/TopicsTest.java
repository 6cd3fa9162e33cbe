package io.concor.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.QueueStoreException;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.record.RecordBound;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TopicsTest {

    private final String flow = SharedBroker.flow();

    private QueueDefinition queue(String slot) {
        return new QueueDefinition(flow, slot, Order.ANY, 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "with space", "mit_Ümläut", "a.state", "x/y:z", "_0041"})
    void slotsHaveTopicsFromWhoseNamesTheyAreKnown(String slot) {
        QueueTopics topics = TopicNames.DEFAULT.of("flow.of", slot);
        assertThat(topics.events()).matches("[A-Za-z0-9._-]+");
        assertThat(TopicNames.DEFAULT.slot("flow.of", topics.events())).contains(slot);
        assertThat(TopicNames.DEFAULT.slot("flow.of", topics.state())).isEmpty();
        assertThat(TopicNames.DEFAULT.slot("flow", topics.events())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"audit_events", "audit_log", "_members", "a_0061", "_00E4", "_", "state", "a.b", ""})
    void topicsThatOthersHaveMadeAreNoSlots(String rest) {
        Optional<String> slot = TopicNames.DEFAULT.slot("flow", "concor.flow." + rest);
        assertThat(slot).isEqualTo(rest.equals("state") ? Optional.of(rest) : Optional.empty());
    }

    @Test
    void theTopicOfTheProcessesIsNoSlot() {
        String members = TopicNames.DEFAULT.members("flow");
        assertThat(members).isEqualTo("concor.flow._members");
        assertThat(TopicNames.DEFAULT.slot("flow", members)).isEmpty();
        assertThat(TopicNames.DEFAULT.places(Set.of(members, members + ".dead")))
                .isEmpty();
        assertThat(TopicNames.DEFAULT.of("flow", "_members").events()).isNotEqualTo(members);
    }

    @Test
    void refusesNamesThatAreTooLongForATopic() {
        assertThatThrownBy(() -> TopicNames.DEFAULT.members("f".repeat(250)))
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContaining("Kafka allows 249");
        assertThatThrownBy(() -> TopicNames.DEFAULT.of("flow", "s".repeat(250)))
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContaining("Kafka allows 249")
                .hasMessageContaining("shorter name");
    }

    @Test
    void resultsHaveATopicThatIsThatOfNoSlot() {
        String topic = TopicNames.DEFAULT.results("flow.of");
        assertThat(topic)
                .isEqualTo("concor.flow_002eof..results")
                .isNotEqualTo(TopicNames.DEFAULT.of("flow.of", "results").events());
        assertThat(TopicNames.DEFAULT.slot("flow.of", topic)).isEmpty();
        assertThatThrownBy(() -> TopicNames.DEFAULT.results("f".repeat(250)))
                .hasMessageContaining("The results of flow 'fff");
    }

    @Test
    void storesKnowTheSlotsThatHaveTopics() {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            assertThat(store.slots(flow)).isEmpty();
            store.open(queue("one"));
            store.open(queue("two"));
            assertThat(store.slots(flow)).containsExactlyInAnyOrder("one", "two");
        }
    }

    @Test
    void refusesATopicThatForgetsEventsByTime() throws Exception {
        QueueTopics topics = TopicNames.DEFAULT.of(queue("slot"));
        try (Admin admin = SharedBroker.admin();
                KafkaQueueStore store = SharedBroker.store().build()) {
            NewTopic forgetting = new NewTopic(topics.events(), 4, (short) 1).configs(Map.of("retention.ms", "60000"));
            admin.createTopics(List.of(forgetting)).all().get();
            assertThatThrownBy(() -> store.open(queue("slot")))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContaining(topics.events())
                    .hasMessageContaining("retention.ms is 60000 and has to be -1");
        }
    }

    /** A person has followed the advice to let events be larger. */
    @Test
    void theTopicsOfDeadLettersAndProgressTakeWhatBecomesOfTheLargestEvent() throws Exception {
        QueueTopics topics = TopicNames.DEFAULT.of(queue("slot"));
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            store.open(queue("slot"));
        }
        SharedBroker.largestRecord(topics, 5_000_000);
        SharedBroker.largestRecord(topics.state(), 20_000);
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            store.open(queue("slot"));
        }
        assertThat(largestRecord(topics.dead())).isEqualTo(5_000_000 + RecordBound.RESERVE);
        assertThat(largestRecord(topics.state())).isEqualTo(1 << 20);
        assertThat(largestRecord(topics.events())).isEqualTo(5_000_000);
    }

    private static int largestRecord(String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try (Admin admin = SharedBroker.admin()) {
            Config found = admin.describeConfigs(List.of(resource)).all().get().get(resource);
            return Integer.parseInt(found.get("max.message.bytes").value());
        }
    }

    @Test
    void usesThePartitionsOfATopicThatExists() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().partitions(3).build()) {
            store.open(queue("slot"));
        }
        try (KafkaQueueStore store = SharedBroker.store().partitions(5).build();
                Admin admin = SharedBroker.admin()) {
            store.open(queue("slot"));
            String topic = TopicNames.DEFAULT.of(queue("slot")).state();
            assertThat(admin.describeTopics(List.of(topic))
                            .allTopicNames()
                            .get()
                            .get(topic)
                            .partitions())
                    .hasSize(3);
        }
    }

    @Test
    void saysWhatToCheckIfNoBrokerAnswers() {
        Map<String, Object> wrong =
                Map.of("bootstrap.servers", "localhost:1", "default.api.timeout.ms", 1_000, "request.timeout.ms", 500);
        assertThatThrownBy(() -> KafkaQueueStore.of(wrong, new TextMessages()).build())
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContaining("cannot reach its brokers")
                .hasMessageContaining("bootstrap.servers");
    }

    @Test
    void refusesSettingsOutOfTheirBounds() {
        assertThatThrownBy(() -> SharedBroker.store().partitions(0).build())
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContaining("partitions")
                .hasMessageContaining("1 to 10000");
    }

    /** Else each result would be read by many of the processes for which slots have so many. */
    @Test
    void resultsHaveAsManyPartitionsAsSlotsAndAtLeastEight() {
        try (Admin admin = SharedBroker.admin()) {
            for (int partitions : List.of(2, 20)) {
                TopicSetup setup = new TopicSetup(admin, new TopicSettings(partitions, -1, Duration.ofHours(1)));
                assertThat(setup.prepareResults(TopicNames.DEFAULT.results(SharedBroker.flow())))
                        .isEqualTo(Math.max(8, partitions));
            }
        }
    }
}
