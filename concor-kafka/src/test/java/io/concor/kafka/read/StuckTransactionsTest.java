package io.concor.kafka.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Only transactions of processes that are dead are aborted. */
@Timeout(60)
class StuckTransactionsTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final String flow = SharedBroker.flow();
    private final QueueTopics topics = TopicNames.DEFAULT.of(flow, "slot");
    private final TopicPartition events = new TopicPartition(topics.events(), 0);
    private final ClientSettings clients = new ClientSettings(
            Map.of("bootstrap.servers", SharedBroker.address()), "process-" + flow, Duration.ofMinutes(5));
    private final Admin admin = SharedBroker.admin();
    private final StuckTransactions stuck = new StuckTransactions(admin, clients.names());

    @BeforeEach
    void createTopics() {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            store.open(new QueueDefinition(flow, "slot", Order.ANY, 100));
        }
    }

    @AfterEach
    void close() {
        admin.close(Duration.ZERO);
    }

    /** As of an owner that ends an event: its progress is in the transaction. */
    private KafkaProducer<byte[], byte[]> begun(String use) {
        KafkaProducer<byte[], byte[]> producer = clients.transactionalProducer(use);
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topics.events(), 0, null, new byte[] {1}));
        producer.send(new ProducerRecord<>(topics.state(), 0, new byte[] {1}, new byte[] {1}));
        producer.flush();
        return producer;
    }

    private Set<String> aborted() throws Exception {
        return stuck.look(List.of(events)).toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void theOneOfAProcessThatIsNoMemberAnyMoreIsAborted() throws Exception {
        try (KafkaConsumer<byte[], byte[]> other = member(new ClientSettings(
                        Map.of("bootstrap.servers", SharedBroker.address()), "other-" + flow, Duration.ofMinutes(5)));
                KafkaProducer<byte[], byte[]> dead = begun("ends")) {
            assertThat(aborted()).containsExactly(clients.instance() + "-ends");
            assertThatThrownBy(dead::commitTransaction).isInstanceOf(KafkaException.class);
            assertThat(other.assignment()).isNotEmpty();
        }
    }

    /** However slow it is: its timeout is the broker's. */
    @Test
    void theOneOfAMemberIsLeftToItsTimeout() throws Exception {
        try (KafkaConsumer<byte[], byte[]> member = member(clients);
                KafkaProducer<byte[], byte[]> slow = begun("ends")) {
            assertThat(aborted()).isEmpty();
            assertThat(member.assignment()).isNotEmpty();
            assertThatCode(slow::commitTransaction).doesNotThrowAnyException();
        }
    }

    @Test
    void theOneOfAnApplicationThatWritesIntoTheTopicIsLeftToItsTimeout() throws Exception {
        try (KafkaProducer<byte[], byte[]> foreign = begun("billing")) {
            assertThat(aborted()).isEmpty();
            assertThatCode(foreign::commitTransaction).doesNotThrowAnyException();
        }
    }

    private KafkaConsumer<byte[], byte[]> member(ClientSettings of) {
        KafkaConsumer<byte[], byte[]> member = of.member(topics.events(), Map.of());
        member.subscribe(List.of(topics.events()));
        await("it is one").atMost(LONG).until(() -> {
            member.poll(Duration.ofMillis(50));
            return !member.assignment().isEmpty();
        });
        return member;
    }

    /** As for as long as its clients still know it. */
    @Test
    void aBrokerThatDoesNotAnswerKeepsBackNoAnswerOfAnother() throws Exception {
        KafkaFutureImpl<String> refused = new KafkaFutureImpl<>();
        refused.completeExceptionally(new KafkaException("gone"));
        Map<Integer, KafkaFuture<String>> asked =
                Map.of(1, KafkaFuture.completedFuture("found"), 2, new KafkaFutureImpl<>(), 3, refused);
        assertThat(KafkaCalls.answers(asked, Duration.ofMillis(50))
                        .toCompletableFuture()
                        .get(LONG.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(Map.of(1, "found"));
    }
}
