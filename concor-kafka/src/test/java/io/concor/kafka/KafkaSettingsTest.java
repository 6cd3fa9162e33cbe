package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What settings of Kafka's clients, topics and brokers may do to a store. */
@Timeout(120)
class KafkaSettingsTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final int PARTITIONS = 4;
    private static final int EVENTS = 20;
    /** So large are the records by which brokers end transactions. */
    private static final int OF_MARKER = 90;

    private final String flow = SharedBroker.flow();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    @TempDir
    Path folder;

    private QueueDefinition queue(String slot) {
        return new QueueDefinition(flow, slot, Order.KEY, 1_000);
    }

    private Ending handle(StoredEvent event) {
        handled.add(event.id());
        return new Ending.Handled();
    }

    private static Map<String, Object> with(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(more);
        all.put("bootstrap.servers", SharedBroker.address());
        return all;
    }

    /** The order of keys, among others, rests on what these would change. */
    @Test
    void someSettingsOfClientsAreReplaced() throws Exception {
        Map<String, Object> wrong = with(Map.of(
                "partitioner.class",
                RoundRobinPartitioner.class.getName(),
                "partitioner.ignore.keys",
                true,
                "retries",
                0,
                "max.in.flight.requests.per.connection",
                50,
                "transactional.id",
                "one for all",
                "group.id",
                "one for all",
                "group.instance.id",
                "one for all",
                "group.protocol",
                "consumer"));
        try (KafkaQueueStore store = KafkaQueueStore.of(wrong, new TextMessages())
                .partitions(PARTITIONS)
                .build()) {
            StoredQueue queue = store.open(queue("slot"));
            List<CompletableFuture<Void>> puts = IntStream.range(0, EVENTS)
                    .mapToObj(i -> put(queue, event("event-" + i, "key")))
                    .toList();
            puts.forEach(CompletableFuture::join);
            assertThat(ends()).containsExactlyInAnyOrder((long) EVENTS, 0L, 0L, 0L);
            try (TestWorkers workers = TestWorkers.serve(queue, 2, this::handle)) {
                await("empty").atMost(LONG).until(() -> handled.size() == EVENTS && queue.isEmpty());
            }
        }
    }

    private List<Long> ends() throws Exception {
        String topic = TopicNames.DEFAULT.of(flow, "slot").events();
        Map<TopicPartition, OffsetSpec> latest = IntStream.range(0, PARTITIONS)
                .mapToObj(i -> new TopicPartition(topic, i))
                .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
        try (Admin admin = SharedBroker.admin()) {
            return admin.listOffsets(latest).all().get().values().stream()
                    .map(ListOffsetsResultInfo::offset)
                    .toList();
        }
    }

    /** Kafka's client refuses times that do not fit each other. */
    @ParameterizedTest
    @CsvSource({"request.timeout.ms, 60000", "linger.ms, 60000", "delivery.timeout.ms, 1500", "max.request.size, 100000"
    })
    void transactionsEndInTimeWhateverOneSettingIs(String setting, int value) {
        ClientSettings clients = new ClientSettings(with(Map.of(setting, value)), "test", Duration.ofSeconds(10));
        try (KafkaProducer<byte[], byte[]> producer = clients.transactionalProducer(flow)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.abortTransaction();
        }
    }

    /** Until then, a person learns what to do. */
    @Test
    void progressThatItsTopicDoesNotTakeIsWrittenWhenItDoes() throws Exception {
        String state = TopicNames.DEFAULT.of(flow, "narrow").state();
        try (KafkaQueueStore store = SharedBroker.store().partitions(1).build()) {
            StoredQueue narrow = store.open(queue("narrow"));
            StoredQueue other = store.open(queue("other"));
            SharedBroker.largestRecord(state, OF_MARKER);
            try (TestWorkers one = TestWorkers.serve(narrow, 1, this::handle);
                    TestWorkers two = TestWorkers.serve(other, 1, this::handle)) {
                put(narrow, event("narrow", "key")).join();
                await("what it is").atMost(LONG).until(() -> String.valueOf(
                                store.state().reason())
                        .contains("raise max.message.bytes of the topic '" + state + "'"));
                for (int i = 0; i < EVENTS; i++) {
                    put(other, event("other-" + i, "key")).join();
                }
                await("the other").atMost(LONG).until(other::isEmpty);
                assertThat(narrow.isEmpty()).isFalse();
                SharedBroker.largestRecord(state, 1 << 20);
                await("both").atMost(LONG).until(narrow::isEmpty);
                await("up").atMost(LONG).until(() -> store.state().up());
            }
        }
    }

    @Test
    void refusesATransactionTimeoutThatBrokersDoNotAllow() throws Exception {
        try (SingleBroker broker =
                new SingleBroker(folder, "PLAINTEXT", Map.of("transaction.max.timeout.ms", "5000"))) {
            KafkaQueueStore.Builder store =
                    KafkaQueueStore.of(Map.of("bootstrap.servers", broker.address()), new TextMessages());
            assertThatThrownBy(store::build)
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContaining("10000 ms")
                    .hasMessageContaining("at most 5000 ms (transaction.max.timeout.ms)");
            store.transactionTimeout(Duration.ofSeconds(5)).build().close();
        }
    }
}
