package io.concor.kafka.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TestWorkers;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.administration.QueueReport;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.row.RowFailure;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of dead letters after a start, and what a person decides about such as make trouble. */
@Timeout(120)
class LetterAdministrationTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final String SLOT = "slot";

    private final String flow = SharedBroker.flow();
    private final QueueDefinition definition = new QueueDefinition(flow, SLOT, Order.KEY, 100_000);
    private final QueueTopics topics = TopicNames.DEFAULT.of(flow, SLOT);
    private final TopicPartition letters = new TopicPartition(topics.dead(), 0);
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final Map<String, Object> broker = Map.of("bootstrap.servers", SharedBroker.address());
    private final Admin admin = SharedBroker.admin();
    private final Producer<byte[], byte[]> others = new KafkaProducer<>(
            Map.of("bootstrap.servers", SharedBroker.address(), "max.request.size", 2 << 20),
            new ByteArraySerializer(),
            new ByteArraySerializer());

    @AfterEach
    void close() {
        others.close();
        admin.close();
    }

    private Ending handle(StoredEvent event) {
        handled.add(event.id());
        return new Ending.Handled();
    }

    /** Creates the topics. */
    private void create() {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            store.open(definition).close();
        }
    }

    private void put(LetterRecord letter) {
        others.send(RecordCodec.write(topics.dead(), letter));
    }

    private static LetterRecord letter(String event, String slot, int partition, int size) {
        EventRecord record = new EventRecord(
                event,
                false,
                "key-" + event,
                new EncodedMessage("text", 1, new byte[size]),
                Map.of(),
                1,
                0,
                new FailedTries(1, 1, 1),
                null,
                null);
        RowFailure failure = new RowFailure(SLOT, "java.lang.IllegalStateException", "no", true);
        return new LetterRecord("letter of " + event, record, slot, partition, failure);
    }

    private void putMany(int count) {
        IntStream.range(0, count).forEach(i -> put(letter("event-" + i, SLOT, 0, 10)));
        others.flush();
    }

    private long end() throws Exception {
        return admin.listOffsets(Map.of(letters, OffsetSpec.latest()))
                .partitionResult(letters)
                .get()
                .offset();
    }

    private Uuid topic() throws Exception {
        return admin.describeTopics(List.of(topics.dead()))
                .topicNameValues()
                .get(topics.dead())
                .get()
                .topicId();
    }

    private void keep(boolean paused) throws Exception {
        LetterCheckpoint checkpoint = new LetterCheckpoint(topic(), end(), paused);
        admin.alterConsumerGroupOffsets(topics.dead(), Map.of(letters, checkpoint.write()))
                .all()
                .get();
    }

    private Optional<OffsetAndMetadata> kept() throws Exception {
        return Optional.ofNullable(admin.listConsumerGroupOffsets(topics.dead())
                .partitionsToOffsetAndMetadata()
                .get()
                .get(letters));
    }

    // what is known after a start

    /** What lies below the checkpoint says the opposite: it is not waited for. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStartKnowsByTheCheckpointWhetherTheQueueIsPaused(boolean paused) throws Exception {
        create();
        putMany(10);
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            if (!paused) {
                store.administration().pause(flow, SLOT, true);
            }
        }
        keep(paused);
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(definition);
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                SharedBroker.put(queue, SharedBroker.event("first", "key")).join();
                await("letters").atMost(LONG).until(() -> queue.figures().dead() == 10);
                assertThat(queue.isPaused()).isEqualTo(paused);
                if (paused) {
                    assertThat(handled).isEmpty();
                    store.administration().pause(flow, SLOT, false);
                }
                await("handled").atMost(LONG).until(() -> handled.size() == 1);
            }
        }
    }

    @Test
    void aStartThatReadsMuchKeepsTheNextOnesFromReadingIt() throws Exception {
        create();
        putMany(600);
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            store.administration().pause(flow, SLOT, true);
            store.open(definition);
            await("kept").atMost(LONG).until(() -> kept().isPresent());
            LetterCheckpoint kept = LetterCheckpoint.read(kept().orElseThrow(), topic());
            assertThat(kept.place()).isGreaterThan(600);
            assertThat(kept.paused()).isTrue();
        }
    }

    @Test
    void aPauseHoldsInThisProcessOnceItReturns() {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(definition);
            for (int i = 0; i < 3; i++) {
                store.administration().pause(flow, SLOT, true);
                assertThat(queue.isPaused()).isTrue();
                store.administration().pause(flow, SLOT, false);
                assertThat(queue.isPaused()).isFalse();
            }
        }
    }

    @Test
    void aQueueThatIsNotOpenIsReported() throws Exception {
        create();
        putMany(5);
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            store.administration().pause(flow, SLOT, true);
            QueueReport report =
                    store.directory().find(flow + "." + SLOT).orElseThrow().report();
            assertThat(report.dead()).isEqualTo(5);
            assertThat(report.paused()).isTrue();
            assertThat(report.held())
                    .extracting(hold -> hold.eventId())
                    .containsExactly("event-0", "event-1", "event-2", "event-3", "event-4");
            assertThat(report.local()).isNull();
        }
    }

    // letters that make trouble

    private void putTroublesome() {
        put(letter("beyond", SLOT, 77, 10));
        put(letter("negative", SLOT, -7, 10));
        put(letter("other slot", "elsewhere", 0, 10));
        put(letter("good", SLOT, 1, 10));
        others.flush();
    }

    @Test
    void lettersWhosePlaceIsNotThereAreRequeuedByTheirKeys() throws Exception {
        create();
        putTroublesome();
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(definition);
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                assertThat(store.administration().requeue(flow, SLOT, LetterChoice.ALL))
                        .isEqualTo(4);
                await("all").atMost(LONG).until(() -> handled.size() == 4);
                assertThat(handled).containsExactlyInAnyOrder("beyond", "negative", "other slot", "good");
                assertThat(store.administration().dead(flow, SLOT, null, 10)).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lettersWhosePlaceIsNotThereAreDeleted(boolean purge) {
        create();
        putTroublesome();
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            RemoteQueueAdministration by = store.administration();
            long gone = purge ? by.purge(flow, SLOT) : by.delete(flow, SLOT, LetterChoice.ALL);
            assertThat(gone).isEqualTo(4);
            assertThat(by.dead(flow, SLOT, null, 10)).isEmpty();
        }
    }

    /** It fits into the topic of dead letters, which takes more. */
    @Test
    void aLetterThatBrokersDoNotTakeStaysAndTheOthersGoOn() throws Exception {
        create();
        put(letter("first", SLOT, 0, 10));
        put(letter("large", SLOT, 0, 1 << 20));
        put(letter("last", SLOT, 0, 10));
        others.flush();
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(definition);
            RemoteQueueAdministration by = store.administration();
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                await("letters").atMost(LONG).until(() -> queue.figures().dead() == 3);
                assertThatThrownBy(() -> by.requeue(flow, SLOT, LetterChoice.ALL))
                        .isInstanceOf(QueueStoreException.class)
                        .hasMessageContainingAll(
                                "2 dead letters", "1 were not taken", "letter of large", topics.events());
                await("others").atMost(LONG).until(() -> handled.size() == 2);
                assertThat(by.delete(flow, SLOT, LetterChoice.ALL)).isEqualTo(1);
            }
        }
    }

    // many

    @Test
    void whatCannotBeDoneInTimeGoesOnWithTheNextCall() throws Exception {
        create();
        putMany(1_200);
        ClientSettings clients = new ClientSettings(broker, "concor-test-" + flow, Duration.ofSeconds(10));
        try (LetterFollower follower =
                        new LetterFollower(clients, admin, List::of, queue -> {}, new DatabaseHealth("test"));
                KafkaQueueStore store = SharedBroker.store().build()) {
            follower.start();
            RemoteQueueAdministration hurried = new RemoteQueueAdministration(
                    clients, admin, (of, slot) -> {}, follower, name -> Optional.empty(), Duration.ofMillis(1));
            follower.read(topics, end(), LONG).orElseThrow();
            assertThatThrownBy(() -> hurried.requeue(flow, SLOT, LetterChoice.ALL))
                    .hasMessageContainingAll("500 dead letters", topics.dead(), "Do the same again");
            assertThat(store.administration().requeue(flow, SLOT, LetterChoice.ALL))
                    .isEqualTo(700);
            StoredQueue queue = store.open(definition);
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                await("all").atMost(LONG).until(() -> handled.size() == 1_200);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
        assertThat(new HashSet<>(handled)).hasSize(1_200);
    }

    // a topic that is created again

    @Test
    @Tag("full")
    void lettersOfATopicThatIsCreatedAgainHaveOtherIds() throws Exception {
        dies("before");
        admin.deleteTopics(List.of(topics.events())).all().get();
        await("gone").atMost(LONG).until(() -> !admin.listTopics().names().get().contains(topics.events()));
        dies("after");
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            RemoteQueueAdministration by = store.administration();
            assertThat(by.dead(flow, SLOT, null, 10))
                    .extracting(letter -> letter.event().id())
                    .containsExactly("before", "after");
            assertThat(by.delete(flow, SLOT, new LetterChoice("before", null, null)))
                    .isEqualTo(1);
            StoredQueue queue = store.open(definition);
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                SharedBroker.put(queue, SharedBroker.event("held", "key")).join();
                SharedBroker.put(queue, SharedBroker.event("free", "other")).join();
                await("free").atMost(LONG).until(() -> !handled.isEmpty());
                assertThat(handled).containsExactly("free");
                assertThat(by.requeue(flow, SLOT, LetterChoice.ALL)).isEqualTo(1);
                await("all").atMost(LONG).until(() -> handled.size() == 3);
                assertThat(handled).containsExactly("free", "after", "held");
            }
        }
    }

    private void dies(String id) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(definition);
            try (TestWorkers workers = TestWorkers.serve(
                    queue,
                    1,
                    event -> new Ending.Dead(new Ending.Failure(SLOT, new IllegalStateException("no"), true)))) {
                SharedBroker.put(queue, SharedBroker.event(id, "key")).join();
                await("dead").atMost(LONG).until(() -> store.administration().dead(flow, SLOT, null, 10).stream()
                        .anyMatch(letter -> letter.event().id().equals(id)));
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
    }
}
