package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.administration.LetterChoice;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person decides about dead letters and queues, also of what is large, much or not read yet. */
@Timeout(120)
class RemoteDecisionsTest extends DeadLetterFixture {

    /** So many that their keys fill the record of the progress: what frees them lies behind what is not read any more. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("full")
    void aPersonCanFreeAnyNumberOfKeys(boolean requeue) throws Exception {
        int many = 12_000;
        String longKey = "k".repeat(900);
        try (KafkaQueueStore store = SharedBroker.store().partitions(1).build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            try (TestWorkers workers = TestWorkers.serve(
                    queue, 2, event -> fails.get() ? new Ending.Dead(failure(true)) : handle(event))) {
                List<CompletableFuture<Void>> puts = IntStream.range(0, many)
                        .mapToObj(i -> put(queue, event("event-" + i, longKey + i)))
                        .toList();
                puts.forEach(CompletableFuture::join);
                await("full").atMost(LONG).until(() -> queue.figures().dead() >= 4_500);
                AtomicLong before = new AtomicLong();
                await("no more").during(Duration.ofSeconds(2)).atMost(LONG).until(() -> {
                    long dead = queue.figures().dead();
                    return before.getAndSet(dead) == dead;
                });
                fails.set(false);
                long decided = requeue
                        ? store.administration().requeue(flow, SLOT, LetterChoice.ALL)
                        : store.administration().delete(flow, SLOT, LetterChoice.ALL);
                await("all").atMost(LONG).until(() -> handled.size() >= many - (requeue ? 0 : decided));
                await("empty").atMost(LONG).until(queue::isEmpty);
                assertThat(handled).doesNotHaveDuplicates();
            }
        }
    }

    private void putLarge(StoredQueue queue, int size, String id) throws Exception {
        put(queue, new NewEvent(id, false, "x".repeat(size), "key", Duration.ZERO, Map.of()))
                .get();
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void theLargestEventThatFitsCanFailAndBecomeADeadLetter(Order order) throws Exception {
        int limit = 1 << 20;
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(order));
            assertThatThrownBy(() -> putLarge(queue, limit - 500, "too-large"))
                    .hasMessageContaining("max.request.size")
                    .hasMessageContaining("too-large");
            putLarge(queue, limit - (16 << 10) - 500, "large");
            try (TestWorkers workers = TestWorkers.serve(
                    queue,
                    1,
                    event -> event.attempt() < 3
                            ? new Ending.Postponed(largeFailure(), Duration.ZERO)
                            : new Ending.Dead(largeFailure()))) {
                await("the letter").atMost(LONG).until(() -> queue.figures().dead() == 1);
            }
        }
    }

    private static Ending.Failure largeFailure() {
        return new Ending.Failure(SLOT, new IllegalStateException("€".repeat(10_000)), true);
    }

    /** It has none of our headers: what is added has to fit into the topic of dead letters. */
    @Test
    void whatOthersHavePutAndHasTheTopicsFullSizeBecomesADeadLetter() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build();
                Producer<byte[], byte[]> other = new KafkaProducer<>(
                        Map.of("bootstrap.servers", SharedBroker.address()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            StoredQueue queue = store.open(queue(Order.ANY));
            String topic = TopicNames.DEFAULT.of(flow, SLOT).events();
            other.send(new ProducerRecord<>(topic, 0, null, new byte[(1 << 20) - 100]))
                    .get();
            try (TestWorkers workers =
                    TestWorkers.serve(queue, 1, event -> new Ending.Postponed(largeFailure(), Duration.ZERO))) {
                await("the letter").atMost(LONG).until(() -> queue.figures().dead() == 1);
            }
        }
    }

    /** What frees the key, be it the letter's deletion or its event, requeued, is purged before an owner has read it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPurgeFreesTheKeysOfDeadLetters(boolean requeued) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::deadIf30)) {
                putAll(queue, 30, 34);
                await("dead").atMost(LONG).until(() -> queue.figures().dead() == 1 && handled.size() == 2);
            }
        }
        handled.clear();
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            putAll(queue, 34, 64);
            if (requeued) {
                assertThat(store.administration().requeue(flow, SLOT, LetterChoice.ALL))
                        .isEqualTo(1);
            }
            store.administration().purge(flow, SLOT);
            putAll(queue, 64, 94);
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                await("all").atMost(LONG).until(() -> handled.size() == 30);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
        assertThat(ofKey(handled, 0)).hasSize(10).isSorted();
    }

    /** The topic has much to read until the pause is found. */
    @Test
    @Tag("full")
    void aPausedQueueHandsOutNothingAfterARestart() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build();
                Producer<byte[], byte[]> other = new KafkaProducer<>(
                        Map.of("bootstrap.servers", SharedBroker.address()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            StoredQueue queue = store.open(queue(Order.ANY));
            putAll(queue, 0, 10);
            String letters = TopicNames.DEFAULT.of(flow, SLOT).dead();
            for (int i = 0; i < 60; i++) {
                other.send(new ProducerRecord<>(letters, 0, ("letter-" + i).getBytes(UTF_8), new byte[1_000_000]));
            }
            other.flush();
            store.administration().pause(flow, SLOT, true);
        }
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.ANY));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                await("known").atMost(LONG).until(queue::isPaused);
                assertThat(handled).isEmpty();
                store.administration().pause(flow, SLOT, false);
                await("all").atMost(LONG).until(() -> handled.size() == 10);
            }
        }
    }
}
