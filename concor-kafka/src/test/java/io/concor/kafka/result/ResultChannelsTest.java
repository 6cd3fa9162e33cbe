package io.concor.kafka.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.TopicComplaints;
import io.concor.kafka.record.ResultCodec;
import io.concor.kafka.record.ResultRecord;
import io.concor.kafka.record.ResultRecord.Kind;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.TopicNames;
import io.concor.kafka.topic.TopicSettings;
import io.concor.kafka.topic.TopicSetup;
import io.concor.queue.AwaitedOutcome;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.ResultChannel;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.jdbc.DatabaseHealth;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results on their way, without flows. */
@Timeout(120)
class ResultChannelsTest {

    private static final Duration LONG = Duration.ofSeconds(40);

    private final String flow = SharedBroker.flow();
    private final String asker = "asker-" + flow;
    private final ClientSettings clients =
            new ClientSettings(Map.of("bootstrap.servers", SharedBroker.address()), asker, Duration.ofSeconds(10));
    private final Queue<String> received = new ConcurrentLinkedQueue<>();
    private final QueueDefinition definition = new QueueDefinition(flow, "results", Order.ANY, 1);
    private final DatabaseHealth health = new DatabaseHealth("results");
    private Admin admin;
    private TopicSetup setup;
    private ResultChannels channels;

    @BeforeEach
    void open() {
        admin = SharedBroker.admin();
        setup = new TopicSetup(admin, new TopicSettings(4, -1, Duration.ofHours(1)));
        channels = new ResultChannels(clients, admin, setup, new TextMessages(), health);
    }

    @AfterEach
    void close() {
        channels.close();
        admin.close();
    }

    private ResultChannel channel() {
        return channels.open(definition, (event, outcome) -> received.add(event + ": " + text(outcome)));
    }

    private static Object text(AwaitedOutcome outcome) {
        return outcome instanceof AwaitedOutcome.Value with ? String.valueOf(with.value()) : outcome;
    }

    private static ResultRecord value(String asker, String event) {
        return ResultRecord.value(
                asker, event, new EncodedMessage("text", 1, ("of " + event).getBytes(StandardCharsets.UTF_8)));
    }

    /** In each partition: which one the asker reads is not known. */
    private void send(ResultRecord... results) throws Exception {
        String topic = TopicNames.DEFAULT.results(flow);
        int partitions = setup.prepareResults(topic);
        try (KafkaProducer<byte[], byte[]> producer = clients.producer()) {
            for (ResultRecord result : results) {
                for (int i = 0; i < partitions; i++) {
                    producer.send(ResultCodec.write(topic, i, result)).get();
                }
            }
        }
    }

    private void awaitReceived(String... expected) {
        await().untilAsserted(() -> assertThat(received).containsExactly(expected));
    }

    /** The address of an event may be on its way before the reader has a client. */
    @Test
    void whatIsSentBeforeTheReaderIsThereIsReceived() throws Exception {
        ResultChannel channel = channel();
        send(value(asker, "one"));
        channel.address();
        awaitReceived("one: of one");
    }

    @Test
    void whatWasSentToAnEarlierFlowIsNotRead() throws Exception {
        send(value(asker, "before"));
        ResultChannel channel = channel();
        channel.address();
        send(value(asker, "one"));
        awaitReceived("one: of one");
    }

    @Test
    void whatIsForOthersOrOfALaterVersionIsDropped() throws Exception {
        channel().address();
        send(
                value("another", "other"),
                ResultRecord.without(asker, "later", Kind.UNKNOWN, "", "", ""),
                ResultRecord.without(asker, "late", Kind.TIMED_OUT, "book", "", ""));
        awaitReceived("late: " + new AwaitedOutcome.TimedOut("book"));
    }

    @Test
    @Tag("full")
    void aTopicThatIsGoneIsNamedAndLeftAloneUntilItIsThereAgain() throws Exception {
        channel().address();
        send(value(asker, "one"));
        awaitReceived("one: of one");
        String topic = TopicNames.DEFAULT.results(flow);
        try (TopicComplaints complaints = new TopicComplaints(topic)) {
            admin.deleteTopics(List.of(topic)).all().get();
            await("health").atMost(LONG).until(() -> String.valueOf(
                            health.state().reason())
                    .contains("cannot read results of the topic " + topic));
            complaints.take();
            await("no complaints")
                    .during(Duration.ofSeconds(4))
                    .atMost(Duration.ofSeconds(6))
                    .until(() -> complaints.take() == 0);
        }
        send(value(asker, "two"));
        await("read again").atMost(LONG).untilAsserted(() -> assertThat(received)
                .containsExactly("one: of one", "two: of two"));
        assertThat(health.state().up()).isTrue();
    }

    @Test
    void nothingIsReceivedOnceTheChannelIsClosed() throws Exception {
        ResultChannel channel = channel();
        channel.address();
        send(value(asker, "one"));
        awaitReceived("one: of one");
        channel.close();
        send(value(asker, "two"));
        ResultChannel next = channels.open(definition, (event, outcome) -> received.add("next " + event));
        next.address();
        send(value(asker, "three"));
        awaitReceived("one: of one", "next three");
    }

    @Test
    void whatIsAnsweredIsReceivedOnce() {
        ResultChannel channel = channel();
        Runnable answer = channel.prepare(channel.address(), "one", new AwaitedOutcome.Value("text"));
        assertThat(received).isEmpty();
        answer.run();
        channel.prepare(channel.address(), "two", new AwaitedOutcome.Failed("book", "Type", "text"))
                .run();
        awaitReceived("one: text", "two: " + new AwaitedOutcome.Failed("book", "Type", "text"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "x:y", "99999:a", "123456:a", "-1:a", "0:", "٣:a", "1"})
    void whatIsNoAddressIsNotAnswered(String address) {
        ResultChannel channel = channel();
        channel.prepare(address, "one", new AwaitedOutcome.Value("lost")).run();
        channel.prepare("0:" + "a".repeat(101), "two", new AwaitedOutcome.Value("lost"))
                .run();
        channel.prepare(channel.address(), "three", new AwaitedOutcome.Value("text"))
                .run();
        awaitReceived("three: text");
    }

    @Test
    void addressesAreReadAsTheyAreWritten() {
        ResultAddress address = new ResultAddress(7, "concor-1:2");
        assertThat(ResultAddress.parse(address.text())).contains(address);
        assertThat(address.text()).isEqualTo("7:concor-1:2");
    }
}
