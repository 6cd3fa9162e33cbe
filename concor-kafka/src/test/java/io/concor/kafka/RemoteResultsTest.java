package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.EventTimeoutException;
import io.concor.Flow;
import io.concor.FlowStoppedException;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.RemoteErrorException;
import io.concor.kafka.topic.TopicNames;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events enter at the edge and end at the core: processes with a store each. Their results come back. */
@Timeout(120)
class RemoteResultsTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String SLOW = "slow";

    private final String name = SharedBroker.flow();
    private final Queue<String> booked = new ConcurrentLinkedQueue<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** A process that is a node. */
    private final class Process implements AutoCloseable {
        final KafkaQueueStore store;
        final Flow<String, @Nullable String> flow;

        Process(String node) {
            this(node, Duration.ofSeconds(20));
        }

        Process(String node, Duration timeout) {
            store = KafkaQueueStore.of(Map.of("bootstrap.servers", SharedBroker.address()), new Results())
                    .partitions(2)
                    .build();
            flow = built(node, timeout);
        }

        private Flow<String, @Nullable String> built(String node, Duration timeout) {
            try {
                return build(node, timeout);
            } catch (RuntimeException failed) {
                store.close();
                throw failed;
            }
        }

        private Flow<String, @Nullable String> build(String node, Duration timeout) {
            return Flows.<String>create(name)
                    .remoteQueues(store)
                    .here(List.of(node))
                    .maxInFlight(2_000)
                    .timeout(timeout)
                    .node("edge")
                    .map(message -> message, "read")
                    .node("core")
                    .join(JoinSettings.fixed(2).capacity(16_384).queue(QueueKind.REMOTE))
                    .map(RemoteResultsTest.this::pick, "pick")
                    .<@Nullable String>map(RemoteResultsTest.this::book, "book")
                    .build();
        }

        /** Leaves the flow to itself, as a killed process does. */
        void kill() {
            store.vanish();
        }

        @Override
        public void close() {
            flow.close();
            store.close();
        }
    }

    private String pick(String message) throws InterruptedException {
        if (message.equals(SLOW)) {
            begun.countDown();
            assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
        }
        return message;
    }

    private @Nullable String book(String message) {
        booked.add(message);
        return switch (message) {
            case "broken" -> throw new IllegalStateException("out of stock");
            case "null" -> null;
            case "large" -> "x".repeat((1 << 20) + 1);
            default -> "booked " + message;
        };
    }

    /** Texts, of which some cannot be written or read. */
    private static final class Results implements MessageFormat {

        @Override
        public EncodedMessage write(@Nullable Object message) {
            if ("booked unwritable".equals(message)) {
                throw new IllegalArgumentException("no type of this name");
            }
            return message == null
                    ? new EncodedMessage("null", 1, new byte[0])
                    : new EncodedMessage("text", 1, message.toString().getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public boolean knows(String type, int version) {
            return true;
        }

        @Override
        public @Nullable Object read(EncodedMessage message) {
            String text = new String(message.body(), StandardCharsets.UTF_8);
            if (text.equals("booked unreadable")) {
                throw new IllegalArgumentException("no class of this name");
            }
            return message.type().equals("null") ? null : text;
        }
    }

    private static <T extends @Nullable Object> T get(CompletableFuture<T> result) throws Exception {
        return result.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    private static Throwable errorOf(CompletableFuture<?> result) throws Exception {
        return Objects.requireNonNull(get(result.<@Nullable Throwable>handle((value, error) -> error)));
    }

    @Test
    void valuesErrorsAndTimeoutsComeBackFromAnotherNode() throws Exception {
        try (Process core = new Process("core");
                Process edge = new Process("edge")) {
            assertThat(get(edge.flow.submit("one"))).isEqualTo("booked one");
            assertThat(get(edge.flow.trySubmit("null"))).isNull();
            assertThat(errorOf(edge.flow.submit("broken")))
                    .isInstanceOfSatisfying(RemoteErrorException.class, error -> {
                        assertThat(error.remoteType()).isEqualTo(IllegalStateException.class.getName());
                        assertThat(error.remoteMessage()).isEqualTo("out of stock");
                        assertThat(error.component()).isEqualTo("book");
                    });
            await("the letter")
                    .atMost(LONG)
                    .until(() -> core.store
                                    .administration()
                                    .dead(name, "pick", null, 10)
                                    .size()
                            == 1);
            assertThat(get(edge.flow.submit("two"))).isEqualTo("booked two");
        }
    }

    @Test
    void aTimeoutAtTheCoreIsOneForTheCaller() throws Exception {
        Duration timeout = Duration.ofSeconds(1);
        try (Process core = new Process("core", timeout);
                Process edge = new Process("edge", timeout)) {
            CompletableFuture<@Nullable String> late = edge.flow.submit(SLOW);
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            await("the end of its time")
                    .during(Duration.ofMillis(1_500))
                    .atMost(LONG)
                    .until(() -> !late.isDone());
            released.countDown();
            assertThat(errorOf(late)).isInstanceOf(EventTimeoutException.class).hasMessageContaining("'book'");
        }
    }

    @Test
    void aValueThatCannotTravelIsNoErrorOfTheEvent() throws Exception {
        try (Process core = new Process("core");
                Process edge = new Process("edge")) {
            assertThat(errorOf(edge.flow.submit("large")))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContainingAll("has ended well", "max.request.size allows 1048576");
            assertThat(errorOf(edge.flow.submit("unwritable")))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContainingAll("cannot be written", "no type of this name");
            assertThat(errorOf(edge.flow.submit("unreadable")))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContainingAll("cannot be read here", "no class of this name")
                    .hasCauseInstanceOf(IllegalArgumentException.class);
            assertThat(get(edge.flow.submit("one"))).isEqualTo("booked one");
            assertThat(core.store.administration().dead(name, "pick", null, 10)).isEmpty();
        }
    }

    /** The client takes the record, and the broker does not. */
    @Test
    void aValueThatTheBrokerFindsTooLargeIsReplacedByTheReason() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            NewTopic small = new NewTopic(TopicNames.DEFAULT.results(name), 1, (short) 1)
                    .configs(Map.of("retention.ms", "600000", "max.message.bytes", "20000"));
            admin.createTopics(List.of(small)).all().get();
        }
        try (Process core = new Process("core");
                Process edge = new Process("edge")) {
            String message = "m".repeat(30_000);
            assertThat(errorOf(edge.flow.submit(message)))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessageContaining("max.message.bytes of its topic is less");
            assertThat(booked).containsExactly(message);
            assertThat(get(edge.flow.submit("one"))).isEqualTo("booked one");
            assertThat(core.store.state().up()).isTrue();
        }
    }

    @Test
    @Tag("full")
    void eachOfTenThousandCallersOfTwoProcessesGetsItsOwn() throws Exception {
        int each = 5_000;
        try (Process core = new Process("core");
                Process other = new Process("core");
                Process edge = new Process("edge");
                Process second = new Process("edge")) {
            List<CompletableFuture<@Nullable String>> asked = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                asked.add(edge.flow.submit("first " + i));
                asked.add(second.flow.submit("second " + i));
            }
            for (int i = 0; i < each; i++) {
                assertThat(get(asked.get(2 * i))).isEqualTo("booked first " + i);
                assertThat(get(asked.get(2 * i + 1))).isEqualTo("booked second " + i);
            }
            assertThat(booked).hasSize(2 * each);
        }
    }

    /** It may be there before the reader of the edge is. */
    @Test
    void theFirstResultOfAProcessIsNotMissed() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (Process core = new Process("core");
                    Process edge = new Process("edge")) {
                assertThat(get(edge.flow.submit("one"))).isEqualTo("booked one");
            }
        }
    }

    @Test
    void aResultWhoseCallerIsGoneIsDropped() throws Exception {
        CompletableFuture<@Nullable String> gone;
        try (Process edge = new Process("edge")) {
            gone = edge.flow.submit("one");
            assertThat(get(edge.flow.accept("two"))).isNull();
        }
        assertThat(errorOf(gone)).isInstanceOf(FlowStoppedException.class);
        try (Process edge = new Process("edge");
                Process core = new Process("core")) {
            assertThat(get(edge.flow.submit("three"))).isEqualTo("booked three");
            await("all").atMost(LONG).until(() -> booked.size() == 3);
            assertThat(core.store.state().up()).isTrue();
        }
    }

    /** What it had in work is done again, and the caller learns that end, once. */
    @Test
    @Tag("full")
    void theResultComesFromTheProcessThatTakesOver() throws Exception {
        Process dying = new Process("core");
        try (Process edge = new Process("edge")) {
            CompletableFuture<@Nullable String> result = edge.flow.submit(SLOW);
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            dying.kill();
            released.countDown();
            try (Process next = new Process("core")) {
                assertThat(get(result)).isEqualTo("booked " + SLOW);
            }
        } finally {
            dying.flow.close();
        }
    }

    @Test
    void nothingIsReadWhereNobodyAwaits() throws Exception {
        long before = threads();
        try (Process core = new Process("core");
                Process edge = new Process("edge")) {
            get(edge.flow.accept("one"));
            await("booked").atMost(LONG).until(() -> booked.size() == 1);
            assertThat(threads()).isEqualTo(before);
            assertThat(get(edge.flow.submit("two"))).isEqualTo("booked two");
            assertThat(threads()).isEqualTo(before + 2);
        }
        await("ended").atMost(LONG).until(() -> threads() == before);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(List.of("concor-kafka-results", "concor-kafka-answers")::contains)
                .count();
    }

    /** Anything may be in a topic, and in a header of an event. */
    @Test
    void whatOthersWriteDoesNoHarm() throws Exception {
        try (Process core = new Process("core");
                Process edge = new Process("edge");
                Producer<byte[], byte[]> other = new KafkaProducer<>(
                        Map.of("bootstrap.servers", SharedBroker.address()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            String events = TopicNames.DEFAULT.of(name, "pick").events();
            for (String address :
                    List.of("", ":", "x:y", "99999:a", "123456:a", "-1:a", "0:", "0:" + "a".repeat(200))) {
                ProducerRecord<byte[], byte[]> event =
                        new ProducerRecord<>(events, "foreign".getBytes(StandardCharsets.UTF_8));
                event.headers().add("concor-h-concor.answer-to", address.getBytes(StandardCharsets.UTF_8));
                event.headers().add("concor-type", "text".getBytes(StandardCharsets.UTF_8));
                other.send(event).get();
            }
            int partitions = 8;
            for (int i = 0; i < partitions; i++) {
                other.send(new ProducerRecord<>(TopicNames.DEFAULT.results(name), i, null, new byte[] {1}))
                        .get();
            }
            assertThat(get(edge.flow.submit("one"))).isEqualTo("booked one");
            await("foreign ones").atMost(LONG).until(() -> booked.size() == 9);
            assertThat(core.store.state().up()).isTrue();
            assertThat(edge.store.state().up()).isTrue();
        }
    }

    @Test
    void theTopicIsThatOfNoSlot() {
        try (Process core = new Process("core")) {
            assertThat(core.store.slots(name)).containsExactly("pick");
        }
    }

    @Test
    void refusesATopicThatKeepsResultsTooShort() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            NewTopic wrong = new NewTopic(TopicNames.DEFAULT.results(name), 1, (short) 1)
                    .configs(Map.of("retention.ms", "1000"));
            admin.createTopics(List.of(wrong)).all().get();
        }
        assertThatThrownBy(() -> new Process("edge"))
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContainingAll(TopicNames.DEFAULT.results(name), "retention.ms is 1000 and has to be 600000");
    }
}
