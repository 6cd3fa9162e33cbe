package io.concor.kafka.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.TopicNames;
import io.concor.kafka.topic.TopicSettings;
import io.concor.kafka.topic.TopicSetup;
import io.concor.queue.AwaitedOutcome;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.ResultChannel;
import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What keeps results from being sent, and for how long. */
@Timeout(120)
class ResultProducerTest {

    private static final int RESULTS = 20;

    private final DatabaseHealth health = new DatabaseHealth("results");
    private final Queue<String> received = new ConcurrentLinkedQueue<>();

    private static ClientSettings clients(String address) {
        Map<String, Object> impatient =
                Map.of("bootstrap.servers", address, "max.block.ms", 2_000, "default.api.timeout.ms", 2_000);
        return new ClientSettings(impatient, "asker-" + SharedBroker.flow(), Duration.ofSeconds(10));
    }

    private String reason() {
        return String.valueOf(health.state().reason());
    }

    @Test
    void anOutageIsOverWhenWhatWaitedForItsEndIsGivenUp() {
        ClientSettings noClient = clients("no address");
        try (Admin admin = SharedBroker.admin();
                ResultProducer producer = new ResultProducer(noClient, admin, health, Duration.ofMillis(500))) {
            producer.send(answer());
            await("a failure").until(() -> reason().contains("cannot send results"));
            await("given up").atMost(Duration.ofSeconds(30)).until(() -> {
                producer.reached();
                return health.state().up();
            });
        }
    }

    @Test
    void anOutageIsNotOverWhileResultsWait() {
        ClientSettings noClient = clients("no address");
        try (Admin admin = SharedBroker.admin();
                ResultProducer producer = new ResultProducer(noClient, admin, health, Duration.ofMinutes(10))) {
            producer.send(answer());
            await("a failure").until(() -> reason().contains("cannot send results"));
            producer.vanish(); // nothing is in the hand of the thread any more
            producer.reached();
            assertThat(health.state().up()).isFalse();
        }
    }

    private static OutgoingResult answer() {
        return new OutgoingResult(new ProducerRecord<>("topic", 0, new byte[0], new byte[0]), null, System.nanoTime());
    }

    @Test
    @Tag("full")
    void aTopicThatIsMissingDoesNotHoldUpTheResultsOfOtherFlows() throws Exception {
        String missing = SharedBroker.flow();
        ClientSettings clients = clients(SharedBroker.address());
        try (Admin admin = SharedBroker.admin()) {
            TopicSetup setup = new TopicSetup(admin, new TopicSettings(4, -1, Duration.ofHours(1)));
            try (ResultChannels channels = new ResultChannels(clients, admin, setup, new TextMessages(), health)) {
                ResultChannel first = open(channels, missing);
                ResultChannel other = open(channels, SharedBroker.flow());
                String topic = TopicNames.DEFAULT.results(missing);
                admin.deleteTopics(List.of(topic)).all().get();
                await("gone").until(() -> !admin.listTopics().names().get().contains(topic));

                for (int i = 0; i < RESULTS; i++) {
                    answer(first, "missing");
                    answer(other, "other");
                }
                await("the others").atMost(Duration.ofSeconds(20)).until(() -> count("other") == RESULTS);
                await("the reason").untilAsserted(() -> assertThat(reason())
                        .contains("send results to the topic " + topic, "is gone", "Stop the flow"));

                setup.prepareResults(topic);
                await("those that waited").atMost(Duration.ofSeconds(30)).until(() -> count("missing") == RESULTS);
                await("up").until(() -> health.state().up());
            }
        }
    }

    private ResultChannel open(ResultChannels channels, String flow) {
        return channels.open(
                new QueueDefinition(flow, "results", Order.ANY, 1), (event, outcome) -> received.add(event));
    }

    private static void answer(ResultChannel channel, String event) {
        channel.prepare(channel.address(), event, new AwaitedOutcome.Value("text"))
                .run();
    }

    private long count(String event) {
        return received.stream().filter(event::equals).count();
    }
}
