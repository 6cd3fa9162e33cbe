package io.concor.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.row.KeyHold;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Others write records that no process of Concor would: what stands behind them goes on. */
@Timeout(120)
class ForeignRecordsTest extends DeadLetterFixture {

    private static final String KEY = "key";

    private final Queue<Object> messages = new ConcurrentLinkedQueue<>();
    private final QueueTopics topics = TopicNames.DEFAULT.of(flow, SLOT);

    private static KafkaQueueStore.Builder store(TextMessages format) {
        return KafkaQueueStore.of(Map.of("bootstrap.servers", SharedBroker.address()), format)
                .partitions(1);
    }

    private static void send(String topic, @Nullable String key, byte @Nullable [] value, Map<String, String> headers)
            throws Exception {
        try (KafkaProducer<byte[], byte[]> others = SharedBroker.others()) {
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>(topic, 0, key == null ? null : key.getBytes(UTF_8), value);
            headers.forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
            others.send(record).get();
        }
    }

    private void put(String text, Map<String, String> headers) throws Exception {
        send(topics.events(), KEY, text.getBytes(UTF_8), headers);
    }

    /** As the engine does. */
    private Ending read(StoredEvent event) {
        try {
            messages.add(String.valueOf(event.message()));
            return handle(event);
        } catch (Exception unreadable) {
            return new Ending.Dead(new Ending.Failure(SLOT, unreadable, true));
        }
    }

    private void handleOne(StoredQueue queue) throws Exception {
        try (TestWorkers workers = TestWorkers.serve(queue, 1, this::read)) {
            await("empty").atMost(LONG).until(() -> handled.size() == 1 && queue.isEmpty());
        }
    }

    private static String time(long fromNow) {
        return Long.toString(System.currentTimeMillis() + fromNow);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "9223372036854775807", "tomorrow"})
    void theTimeOfAPutMayBeAny(String text) throws Exception {
        String put = text.equals("tomorrow") ? time(Duration.ofDays(1).toMillis()) : text;
        try (KafkaQueueStore store = store(new TextMessages()).build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            put("one", Map.of("concor-id", "one", "concor-unique", "1", "concor-put", put));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::read)) {
                await("empty").atMost(LONG).until(() -> handled.size() == 1 && queue.isEmpty());
                put("again", Map.of("concor-id", "one", "concor-unique", "1"));
                put("other", Map.of());
                await("the others").atMost(LONG).until(() -> messages.contains("other") && queue.isEmpty());
            }
            assertThat(messages).containsExactly("one", "other");
            assertThat(store.state().reason()).isNull();
        }
    }

    /** An id is remembered then from its end on. */
    @Test
    void brokersMayRefuseTheTimeOfAPutWhenItsEventHasEnded() throws Exception {
        try (KafkaQueueStore store = store(new TextMessages()).build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            SharedBroker.set(topics.seen(), "message.timestamp.before.max.ms", 1_000);
            Map<String, String> headers = Map.of("concor-id", "one", "concor-unique", "1", "concor-put", time(-60_000));
            put("one", headers);
            handleOne(queue);
        }
        try (KafkaQueueStore store = store(new TextMessages()).build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            put("again", Map.of("concor-id", "one", "concor-unique", "1"));
            put("other", Map.of());
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::read)) {
                await("the other").atMost(LONG).until(() -> messages.contains("other") && queue.isEmpty());
            }
            assertThat(messages).containsExactly("one", "other");
        }
    }

    @Test
    @Tag("full")
    void aRecordOfALaterVersionThatIsNoEventIsSkipped() throws Exception {
        try (KafkaQueueStore store = store(new TextMessages()).build()) {
            StoredQueue queue = store.open(queue(Order.ONE));
            put("", Map.of("concor-control", "LATER"));
            put("event", Map.of());
            handleOne(queue);
            assertThat(messages).containsExactly("event");
        }
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void aMessageWithoutATypeHasTheOneThatTheSlotDeclares(Order order) throws Exception {
        try (KafkaQueueStore store = store(TextMessages.ofOneType(true)).build()) {
            StoredQueue queue = store.open(queue(order));
            put("event", Map.of());
            handleOne(queue);
            assertThat(messages).containsExactly("event");
        }
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void aMessageWithoutATypeIsADeadLetterAtOnceIfTheSlotDeclaresNone(Order order) throws Exception {
        try (KafkaQueueStore store = store(TextMessages.ofOneType(false)).build()) {
            StoredQueue queue = store.open(queue(order));
            put("event", Map.of());
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::read)) {
                assertThat(letter(store, queue).failure().errorMessage())
                        .contains(
                                "has no header concor-type", queue.definition().name());
            }
        }
    }

    private LetterRecord letter(KafkaQueueStore store, StoredQueue queue) {
        await("the letter").atMost(LONG).until(() -> queue.figures().dead() == 1);
        List<LetterRecord> letters = store.administration().dead(flow, SLOT, null, 10);
        assertThat(letters).hasSize(1);
        return letters.get(0);
    }

    private List<KeyHold> held(KafkaQueueStore store) {
        return store.directory().queues().stream()
                .filter(queue -> queue.name().equals(flow + "." + SLOT))
                .flatMap(queue -> queue.report().held().stream())
                .toList();
    }

    /** It may be one of a newer process: until the time is over, operators see which key waits. */
    @Test
    @Tag("full")
    void anEventOfAnUnknownTypeWaitsForAWhileAndFailsThen() throws Exception {
        try (KafkaQueueStore store = store(TextMessages.ofOneType(false))
                .unknownTypes(Duration.ofSeconds(3))
                .build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            put("unknown", Map.of("concor-type", "unknown", "concor-id", "first"));
            put("behind", Map.of("concor-type", "text"));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::read)) {
                await("the key").atMost(LONG).until(() -> !held(store).isEmpty());
                assertThat(held(store)).singleElement().satisfies(hold -> {
                    assertThat(hold.key()).isEqualTo(KEY);
                    assertThat(hold.eventId()).isEqualTo("first");
                    assertThat(hold.failure().errorMessage()).contains("type 'unknown'", "wait for a process");
                });
                assertThat(letter(store, queue).failure().errorMessage()).contains("no unknown");
                assertThat(messages).isEmpty();
            }
        }
    }

    @Test
    void aDeadLetterThatItsTopicDoesNotTakeIsKeptWithoutItsMessage() throws Exception {
        try (KafkaQueueStore store = store(new TextMessages()).build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            SharedBroker.largestRecord(topics.dead(), 2_000);
            put("x".repeat(5_000), Map.of("concor-id", "large", "concor-h-more", "y".repeat(3_000)));
            put("small", Map.of());
            send(topics.events(), "another key", "other".getBytes(UTF_8), Map.of());
            try (TestWorkers workers = TestWorkers.serve(
                    queue, 1, event -> event.id().equals("large") ? new Ending.Dead(failure(true)) : read(event))) {
                LetterRecord letter = letter(store, queue);
                assertThat(letter.event().id()).isEqualTo("large");
                assertThat(letter.event().key()).isEqualTo(KEY);
                assertThat(letter.event().message().body()).isEmpty();
                assertThat(letter.failure().errorMessage()).contains("5000 bytes", topics.dead(), "no");
                await("the other key").atMost(LONG).until(() -> messages.contains("other"));
                assertThat(messages).containsExactly("other");
            }
        }
    }

    /** It has failed so often that one more would be too many for a number. */
    @Test
    void theNumberOfFailuresMayBeAny() throws Exception {
        try (KafkaQueueStore store = store(new TextMessages()).build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            put("event", Map.of("concor-failures", String.valueOf(Integer.MAX_VALUE)));
            try (TestWorkers workers =
                    TestWorkers.serve(queue, 1, event -> event.attempt() < 3 ? read(event) : deadIf(event))) {
                assertThat(letter(store, queue).event().tries().count()).isPositive();
            }
        }
    }

    private static Ending deadIf(StoredEvent event) {
        return new Ending.Dead(new Ending.Failure(SLOT, new IllegalStateException(event.id()), true));
    }

    @Test
    @Tag("full")
    void whatIsDroppedTakesNoMoreRoomWhileItsEndsCannotBeWritten() throws Exception {
        int many = 25_000;
        byte[] large = new byte[500]; // what clients count, they count by the answers of brokers
        try (KafkaQueueStore store = store(new TextMessages()).build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            SharedBroker.largestRecord(topics.state(), 90); // enough for the end of a transaction
            try (KafkaProducer<byte[], byte[]> others = SharedBroker.others()) {
                for (int i = 0; i < many; i++) {
                    ProducerRecord<byte[], byte[]> again = new ProducerRecord<>(topics.events(), 0, null, large);
                    again.headers().add("concor-id", "one".getBytes(UTF_8)).add("concor-unique", new byte[] {'1'});
                    others.send(again);
                }
            }
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::read)) {
                AtomicLong before = new AtomicLong();
                await("no more").during(Duration.ofSeconds(2)).atMost(LONG).until(() -> {
                    long now = consumed();
                    return now > 1_000 && before.getAndSet(now) == now;
                });
                assertThat(consumed()).isLessThan(many / 2);
                SharedBroker.largestRecord(topics.state(), 1 << 20);
                await("all").atMost(LONG).until(queue::isEmpty);
            }
        }
        assertThat(handled).containsExactly("one");
    }

    /** Returns how many records consumers were given of the topic of events. */
    private long consumed() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        long most = 0;
        for (ObjectName name :
                server.queryNames(new ObjectName("kafka.consumer:type=consumer-fetch-manager-metrics,*"), null)) {
            String topic = name.getKeyProperty("topic");
            boolean ofEvents = topic != null
                    && topic.replace("\"", "")
                            .replace('_', '.')
                            .equals(topics.events().replace('_', '.'));
            if (ofEvents && name.getKeyProperty("partition") == null) {
                most = Math.max(most, ((Number) server.getAttribute(name, "records-consumed-total")).longValue());
            }
        }
        return most;
    }

    /** As a newer version of Concor, or a stranger, may write it. */
    @Test
    @Tag("full")
    void progressThatCannotBeReadConcernsOnlyItsPartition() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            send(topics.state(), "progress", new byte[] {99}, Map.of());
            for (int i = 0; i < 4; i++) {
                sendTo(i);
            }
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::read)) {
                await("the others").atMost(LONG).until(() -> handled.size() == 3);
                await("its name").atMost(LONG).until(() -> String.valueOf(
                                store.state().reason())
                        .contains("the progress of the partition 0 of the queue "
                                + queue.definition().name()));
                assertThat(store.state().reason()).contains("version 99 is unknown");
                send(topics.state(), "progress", null, Map.of());
                await("all").atMost(LONG).until(() -> handled.size() == 4 && queue.isEmpty());
                assertThat(store.state().reason()).isNull();
            }
        }
    }

    private void sendTo(int partition) throws Exception {
        try (KafkaProducer<byte[], byte[]> others = SharedBroker.others()) {
            others.send(new ProducerRecord<>(topics.events(), partition, null, "event".getBytes(UTF_8)))
                    .get();
        }
    }

    @Test
    void theTransactionTimeoutHasBounds() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofDays(30))) {
            assertThatThrownBy(
                            () -> SharedBroker.store().transactionTimeout(wrong).build())
                    .hasMessageContaining("transactionTimeout")
                    .hasMessageContaining("1 second to 15 minutes");
        }
    }
}
