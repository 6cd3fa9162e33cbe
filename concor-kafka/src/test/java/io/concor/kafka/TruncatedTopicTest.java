package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.record.BegunAttempts;
import io.concor.kafka.record.OffsetRuns;
import io.concor.kafka.record.ProgressRecord;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Brokers have lost records that were read, and have others in their places: those are handled. */
@Timeout(120)
@Tag("full")
class TruncatedTopicTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int KEPT = 50;
    /** So far the former owner has read, and all of it had ended. */
    private static final int READ = 80;

    @TempDir
    Path folder;

    private final QueueDefinition slot = new QueueDefinition("flow", "slot", Order.ONE, 1_000);
    private final QueueTopics topics = TopicNames.DEFAULT.of(slot);
    private final Set<String> handled = ConcurrentHashMap.newKeySet();

    private KafkaQueueStore store(SingleBroker broker) {
        return KafkaQueueStore.of(Map.of("bootstrap.servers", broker.address()), new TextMessages())
                .partitions(1)
                .build();
    }

    private static void putAll(StoredQueue queue, int from, int to) {
        IntStream.range(from, to)
                .mapToObj(i -> put(queue, event("event-" + i, null)))
                .toList()
                .forEach(each -> each.join());
    }

    /** The leader that comes next has an epoch of its own. */
    @Test
    void whatCameInTheirPlacesIsHandled() throws Exception {
        try (SingleBroker broker = new SingleBroker(folder, "PLAINTEXT", Map.of())) {
            try (KafkaQueueStore store = store(broker)) {
                putAll(store.open(slot), 0, KEPT);
            }
            broker.stop();
            broker.startAgain();
            try (KafkaQueueStore store = store(broker)) {
                StoredQueue queue = store.open(slot);
                putAll(queue, KEPT, 2 * KEPT);
                writeProgress(broker);
                try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> {
                    handled.add(event.id());
                    return new Ending.Handled();
                })) {
                    await("empty").atMost(LONG).until(queue::isEmpty);
                }
            }
        }
        assertThat(handled)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(KEPT, 2 * KEPT)
                        .mapToObj(i -> "event-" + i)
                        .toList());
    }

    private void writeProgress(SingleBroker broker) throws Exception {
        Map<String, Object> properties = Map.of("bootstrap.servers", broker.address());
        try (Admin admin = Admin.create(properties);
                KafkaProducer<byte[], byte[]> producer =
                        new ClientSettings(properties, "test", Duration.ofSeconds(10)).producer()) {
            Uuid topic = admin.describeTopics(List.of(topics.events()))
                    .allTopicNames()
                    .get(20, TimeUnit.SECONDS)
                    .get(topics.events())
                    .topicId();
            ProgressRecord progress = new ProgressRecord(
                    READ, new OffsetRuns(), Map.of(), Map.of(), Set.of(), topic, BegunAttempts.none(), 0);
            byte[] key = ProgressRecord.KEY.getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(topics.state(), 0, key, progress.write()))
                    .get(20, TimeUnit.SECONDS);
        }
    }
}
