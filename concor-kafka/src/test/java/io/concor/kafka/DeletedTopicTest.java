package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A topic is deleted while it is used, and the broker creates it again with its own defaults, as producers ask for it. */
@Timeout(240)
class DeletedTopicTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int PARTITIONS = 2;

    private final QueueDefinition broken = new QueueDefinition("deleted", "broken", Order.KEY, 1_000);
    private final QueueDefinition good = new QueueDefinition("deleted", "good", Order.KEY, 1_000);
    private final String topic = TopicNames.DEFAULT.of(broken).events();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final AtomicInteger puts = new AtomicInteger();
    private SingleBroker broker;
    private Admin admin;
    private KafkaQueueStore store;

    @TempDir
    Path folder;

    @BeforeEach
    void open() throws Exception {
        broker = new SingleBroker(folder, "PLAINTEXT", Map.of("auto.create.topics.enable", "true"));
        admin = Admin.create(Map.of("bootstrap.servers", broker.address()));
        store = KafkaQueueStore.of(
                        Map.of("bootstrap.servers", broker.address(), "max.block.ms", 3_000), new TextMessages())
                .partitions(PARTITIONS)
                .build();
    }

    @AfterEach
    void close() {
        store.close();
        admin.close();
        broker.close();
    }

    private Ending handle(StoredEvent event) {
        handled.add(event.id());
        return new Ending.Handled();
    }

    @Test
    @Tag("full")
    void isNotUsedUntilItsQueueIsOpenedAnewWithATopicThatFits() throws Exception {
        StoredQueue first = store.open(broken);
        StoredQueue other = store.open(good);
        try (TestWorkers workers = TestWorkers.serve(first, 1, this::handle);
                TestWorkers others = TestWorkers.serve(other, 1, this::handle)) {
            put(first, event("first", "key")).get(30, TimeUnit.SECONDS);
            await("handled").atMost(LONG).until(() -> handled.contains("first"));
            deleteUntilTheBrokerCreatesItAgain(first);

            await("what it is").atMost(LONG).until(() -> reason().contains("was deleted and created again"));
            assertThat(reason())
                    .contains("cannot use the queue deleted.broken", "'" + topic + "'", "start the flow")
                    .doesNotContain("deleted.good");
            assertThatThrownBy(() -> put(first, event("refused", "key")).get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(QueueStoreException.class)
                    .hasMessageContainingAll("deleted.broken", "was deleted and created again", "Stop the flow");
            put(other, event("good", "key")).get(30, TimeUnit.SECONDS);
            await("the other").atMost(LONG).until(() -> handled.contains("good"));
            await("its reader leaves").atMost(LONG).until(() -> readers(first) == 0);
        }
        first.close();
        await("up").atMost(LONG).until(() -> store.state().up());
        assertThatThrownBy(() -> store.open(broken))
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContainingAll(topic, "retention.ms is 604800000 and has to be -1");

        admin.deleteTopics(List.of(topic)).all().get();
        await("gone").atMost(LONG).until(() -> described().isEmpty());
        StoredQueue restarted = store.open(broken);
        assertThat(described().orElseThrow().partitions()).hasSize(PARTITIONS);
        try (TestWorkers workers = TestWorkers.serve(restarted, 1, this::handle)) {
            put(restarted, event("again", "key")).get(30, TimeUnit.SECONDS);
            await("handled").atMost(LONG).until(() -> handled.contains("again"));
            assertThat(store.state().reason()).isNull();
        }
    }

    private void deleteUntilTheBrokerCreatesItAgain(StoredQueue queue) throws Exception {
        Uuid before = described().orElseThrow().topicId();
        admin.deleteTopics(List.of(topic)).all().get();
        await("the broker creates it")
                .pollInterval(Duration.ofMillis(100))
                .atMost(LONG)
                .until(() -> {
                    put(queue, event("lost-" + puts.incrementAndGet(), "key"));
                    return described().stream()
                            .anyMatch(found -> !found.topicId().equals(before));
                });
    }

    private Optional<TopicDescription> described() throws Exception {
        return admin.listTopics().names().get().contains(topic)
                ? Optional.ofNullable(admin.describeTopics(List.of(topic))
                        .allTopicNames()
                        .get()
                        .get(topic))
                : Optional.empty();
    }

    private String reason() {
        return String.valueOf(store.state().reason());
    }

    private static long readers(StoredQueue queue) {
        String name = "concor-kafka-reader-" + queue.definition().name();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .count();
    }
}
