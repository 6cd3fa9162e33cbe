package io.concor.kafka.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.BusyTime;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.write.Receipts;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PutProducerTest {

    private final QueueDefinition definition = new QueueDefinition("flow", "slot", Order.ANY, 100);
    private final OpenQueue queue =
            new OpenQueue(definition, TopicNames.DEFAULT.of(definition), 4, new TextMessages(), new QueueActivity());

    /** A receipt of which nothing is expected. */
    private static final class Ignored implements PutReceipt {
        @Override
        public void stored() {}

        @Override
        public void failed(QueueStoreException cause) {}
    }

    @Test
    @Tag("full")
    void aClientThatCannotBeBuiltMakesNoRoomInTheQueue() {
        ClientSettings unusable =
                new ClientSettings(Map.of("bootstrap.servers", "no address"), "test", Duration.ofSeconds(10));
        DatabaseHealth health = new DatabaseHealth("test");
        try (PutProducer producer = new PutProducer(unusable, new Receipts(), health, new BusyTime())) {
            producer.start();
            producer.put(new RemotePut(
                    queue,
                    queue.eventRecord(queue.prepare(SharedBroker.event("event-0", null))),
                    new Ignored(),
                    PutPlace.FREE));
            await("a failure")
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> health.state().reason() != null);
            await("others")
                    .pollInterval(Duration.ofMillis(1))
                    .during(Duration.ofMillis(500))
                    .until(() -> queue.depth().room() <= 100);
            assertThat(queue.depth().room()).isBetween(99L, 100L);
        }
    }

    /** What is on its way would not be known to be stored if the client were given up at once. */
    @Test
    void anEventThatCannotBeWrittenFailsAloneAndOthersThatAreOnTheirWayAreStored() throws Exception {
        QueueDefinition shared = new QueueDefinition(SharedBroker.flow(), "slot", Order.ANY, 100);
        OpenQueue good =
                new OpenQueue(shared, TopicNames.DEFAULT.of(shared), 4, new TextMessages(), new QueueActivity());
        OpenQueue broken =
                new OpenQueue(shared, TopicNames.DEFAULT.of(shared), 0, new TextMessages(), new QueueActivity());
        ClientSettings slow = new ClientSettings(
                Map.of("bootstrap.servers", SharedBroker.address(), "linger.ms", "500"),
                "test",
                Duration.ofSeconds(10));
        Receipts receipts = new Receipts();
        try (KafkaQueueStore store = SharedBroker.store().build();
                PutProducer producer = new PutProducer(slow, receipts, new DatabaseHealth("test"), new BusyTime())) {
            store.open(shared); // creates the topics
            receipts.start();
            producer.start();
            CompletableFuture<Void> before = put(producer, good);
            assertThat(put(producer, broken))
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .withMessageContaining("could not be put");
            before.get(20, TimeUnit.SECONDS);
            put(producer, good).get(20, TimeUnit.SECONDS);
        } finally {
            receipts.close();
        }
    }

    /** Where its queue has no partition, there is none for a unique event. */
    private static CompletableFuture<Void> put(PutProducer producer, OpenQueue to) {
        CompletableFuture<Void> told = new CompletableFuture<>();
        NewEvent event = new NewEvent("event", true, "message", null, Duration.ZERO, Map.of());
        producer.put(new RemotePut(
                to,
                to.eventRecord(to.prepare(event)),
                new PutReceipt() {
                    @Override
                    public void stored() {
                        told.complete(null);
                    }

                    @Override
                    public void failed(QueueStoreException cause) {
                        told.completeExceptionally(cause);
                    }
                },
                PutPlace.FREE));
        return told;
    }
}
