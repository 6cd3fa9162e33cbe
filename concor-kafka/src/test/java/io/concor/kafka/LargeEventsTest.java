package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.kafka.topic.TopicNames;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A message has grown on its way, and the next remote queue does not take it: its caller learns that at once. */
@Timeout(120)
class LargeEventsTest {

    private static final JoinSettings REMOTE = JoinSettings.fixed(2).queue(QueueKind.REMOTE);
    private static final int CLIENT = 2_000_000;
    private static final int TOPIC = 30_000;
    private static final String SMALL = "10";

    private final String name = SharedBroker.flow();

    /** A process that is a node. */
    private final class Process implements AutoCloseable {
        final KafkaQueueStore store = SharedBroker.store().build();
        final Flow<String, String> flow;

        Process(String node) {
            flow = Flows.<String>create(name)
                    .remoteQueues(store)
                    .here(List.of(node))
                    .timeout(Duration.ofSeconds(20))
                    .node("edge")
                    .map(message -> message, "read")
                    .node("core")
                    .join(REMOTE)
                    .map(message -> "x".repeat(Integer.parseInt(message)), "grow")
                    .join(REMOTE)
                    .map(message -> "booked", "book")
                    .build();
        }

        @Override
        public void close() {
            flow.close();
            store.close();
        }
    }

    private void topicTakes(int bytes) throws Exception {
        SharedBroker.largestRecord(TopicNames.DEFAULT.of(name, "book"), bytes);
    }

    private static String errorOf(CompletableFuture<String> result) throws Exception {
        return result.handle((value, error) -> String.valueOf(error)).get(30, TimeUnit.SECONDS);
    }

    @Test
    void byTheSettingOfTheClient() throws Exception {
        try (Process core = new Process("core");
                Process edge = new Process("edge")) {
            assertThat(errorOf(edge.flow.submit(String.valueOf(CLIENT))))
                    .contains("about 200", "max.request.size", "is 1048576", "queue " + name + ".book");
            assertThat(edge.flow.submit(SMALL).get(30, TimeUnit.SECONDS)).isEqualTo("booked");
            assertThat(core.store.administration().dead(name, "grow", null, 10)).hasSize(1);
        }
    }

    @Test
    void byTheSettingOfItsTopic() throws Exception {
        new Process("core").close(); // creates the topic
        topicTakes(20_000);
        try (Process core = new Process("core");
                Process edge = new Process("edge")) {
            assertThat(errorOf(edge.flow.submit(String.valueOf(TOPIC))))
                    .contains("about 30", "max.message.bytes of the topic 'concor." + name + ".book'", "is 20000");
            assertThat(edge.flow.submit(SMALL).get(30, TimeUnit.SECONDS)).isEqualTo("booked");
        }
    }

    /** The brokers refuse it in the transaction of its end. */
    @Test
    void byASettingOfItsTopicThatHasChangedSinceThen() throws Exception {
        try (Process core = new Process("core");
                Process edge = new Process("edge")) {
            topicTakes(20_000);
            assertThat(errorOf(edge.flow.submit(String.valueOf(TOPIC))))
                    .contains("about 30", "max.message.bytes", "queue " + name + ".book");
            assertThat(edge.flow.submit(SMALL).get(30, TimeUnit.SECONDS)).isEqualTo("booked");
            assertThat(core.store.administration().dead(name, "grow", null, 10)).hasSize(1);
        }
    }
}
