package io.concor.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.kafka.SharedBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a consumer reads whose partitions change. Its fetches are held for longer than the test may take. */
@Timeout(25)
class FollowingConsumerTest {

    private static final int HELD_MILLIS = 29_000;

    private final String topic = "following-" + SharedBroker.flow();
    private final TopicPartition first = new TopicPartition(topic, 0);
    private final TopicPartition second = new TopicPartition(topic, 1);
    private final ClientSettings clients = new ClientSettings(
            Map.of("bootstrap.servers", SharedBroker.address(), "fetch.max.wait.ms", HELD_MILLIS),
            "test",
            Duration.ofSeconds(10));

    @BeforeEach
    void create() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
        }
        send(first, "a", "b");
        send(second, "x");
    }

    private void send(TopicPartition to, String... texts) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = clients.producer()) {
            for (String text : texts) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(topic, to.partition(), bytes, bytes))
                        .get();
            }
        }
    }

    private static List<String> read(FollowingConsumer consumer, int count) {
        List<String> read = new ArrayList<>();
        while (read.size() < count) {
            for (ConsumerRecord<byte[], byte[]> found : consumer.poll(Duration.ofMillis(100))) {
                read.add(new String(found.value(), StandardCharsets.UTF_8));
            }
        }
        return read;
    }

    @Test
    void partitionsThatBeginDoNotWaitForAFetchThatIsHeldAndOthersGoOn() throws Exception {
        try (FollowingConsumer consumer = new FollowingConsumer(clients)) {
            assertThat(consumer.assign(List.of(), List.of(first))).containsOnly(Map.entry(first, 2L));
            assertThat(read(consumer, 2)).containsExactly("a", "b");
            assertThat(consumer.position(first)).isEqualTo(2);
            assertThat(consumer.poll(Duration.ofMillis(200))).isEmpty(); // that of the next one is held

            assertThat(consumer.assign(List.of(first), List.of(second))).containsOnly(Map.entry(second, 1L));
            assertThat(read(consumer, 1)).containsExactly("x");
            assertThat(consumer.assignment()).containsExactlyInAnyOrder(first, second);
            assertThat(consumer.position(second)).isEqualTo(1);

            send(first, "c");
            assertThat(read(consumer, 1)).containsExactly("c");
            consumer.assign(List.of(second), List.of(first));
            assertThat(read(consumer, 3)).containsExactly("a", "b", "c");
            consumer.assign(List.of(second), List.of());
            assertThat(consumer.assignment()).containsExactly(second);
        }
    }
}
