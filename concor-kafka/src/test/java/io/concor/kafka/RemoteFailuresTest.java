package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.administration.LetterChoice;
import io.concor.kafka.administration.RemoteQueueAdministration;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Events that fail, are delayed or paused, and what a person does with them. */
@Timeout(120)
class RemoteFailuresTest extends DeadLetterFixture {

    private static int threads(Order order) {
        return order == Order.ONE ? 1 : 2;
    }

    @ParameterizedTest
    @CsvSource({"KEY,true", "KEY,false", "ONE,true", "ONE,false"})
    void aDeadLetterHoldsLaterEventsUntilAPersonDecides(Order order, boolean requeue) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(order));
            try (TestWorkers workers = TestWorkers.serve(queue, threads(order), this::deadIf30)) {
                putAll(queue, 0, 90);
                int others = order == Order.KEY ? 70 : 30;
                await("the others").atMost(LONG).until(() -> handled.size() == others);
                await("the letter").atMost(LONG).until(() -> queue.figures().dead() == 1);
                assertThat(ofKey(handled, 0)).hasSize(10).isSorted();
                assertThat(queue.isEmpty()).isFalse();
                fails.set(false);
                decide(store.administration(), requeue);
                await("all").atMost(LONG).until(() -> handled.size() == (requeue ? 90 : 89));
                await("empty").atMost(LONG).until(queue::isEmpty);
                assertThat(ofKey(handled, 0)).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    private void decide(RemoteQueueAdministration by, boolean requeue) {
        List<LetterRecord> letters = by.dead(flow, SLOT, null, 10);
        assertThat(letters).hasSize(1).allSatisfy(letter -> {
            assertThat(letter.event().id()).isEqualTo("event-30");
            assertThat(letter.failure().errorMessage()).endsWith("no");
            assertThat(letter.event().tries().count()).isEqualTo(1);
        });
        LetterChoice one = new LetterChoice("event-30", "IllegalStateException", null);
        assertThat(requeue ? by.requeue(flow, SLOT, one) : by.delete(flow, SLOT, one))
                .isEqualTo(1);
        assertThat(by.dead(flow, SLOT, null, 10)).isEmpty();
    }

    @Test
    @Tag("full")
    void aHeldKeyStaysHeldForTheNextOwner() throws Exception {
        try (KafkaQueueStore first = SharedBroker.store().build()) {
            StoredQueue queue = first.open(queue(Order.KEY));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::deadIf30)) {
                putAll(queue, 30, 31);
                await("dead").atMost(LONG).until(() -> queue.figures().dead() == 1);
            }
        }
        try (KafkaQueueStore second = SharedBroker.store().build()) {
            StoredQueue queue = second.open(queue(Order.KEY));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                putAll(queue, 31, 61);
                await("other keys").atMost(LONG).until(() -> handled.size() == 20);
                assertThat(ofKey(handled, 0)).isEmpty();
                second.administration().requeue(flow, SLOT, LetterChoice.ALL);
                await("all").atMost(LONG).until(() -> handled.size() == 31);
                assertThat(ofKey(handled, 0)).isSorted().startsWith(30);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void anEventThatFailsIsTriedAgainInItsPlaceWhereItHoldsItsOrder(Order order) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(order));
            try (TestWorkers workers = TestWorkers.serve(queue, threads(order), this::failTwice)) {
                putAll(queue, 0, 90);
                await("all").atMost(LONG).until(() -> handled.size() == 90);
                await("empty").atMost(LONG).until(queue::isEmpty);
                assertThat(queue.figures().retries()).isEqualTo(2);
                if (order != Order.ANY) {
                    assertThat(ofKey(handled, 0)).isSorted().hasSize(30);
                }
            }
        }
    }

    private Ending failTwice(StoredEvent event) {
        boolean again = event.id().equals("event-30") && event.attempt() < 3;
        assertThat(event.alone()).isEqualTo(event.attempt() > 1);
        return again ? new Ending.Postponed(failure(true), Duration.ofMillis(200)) : handle(event);
    }

    @Test
    @Tag("full")
    void failedAttemptsAreKnownToTheNextOwner() throws Exception {
        try (KafkaQueueStore first = SharedBroker.store().build()) {
            StoredQueue queue = first.open(queue(Order.KEY));
            try (TestWorkers workers =
                    TestWorkers.serve(queue, 1, event -> new Ending.Postponed(failure(true), Duration.ofSeconds(1)))) {
                putAll(queue, 0, 1);
                await("failed").atMost(LONG).until(() -> queue.figures().retries() == 1);
            }
        }
        try (KafkaQueueStore second = SharedBroker.store().build()) {
            StoredQueue queue = second.open(queue(Order.KEY));
            Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
            try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> {
                attempts.add(event.attempt());
                return handle(event);
            })) {
                await("again").atMost(LONG).until(() -> handled.size() == 1);
            }
            assertThat(attempts).containsExactly(2);
        }
    }

    @Test
    @Tag("full")
    void aDelayedEventIsHandledWhenItIsDueAndHoldsNone() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> {
                boolean isDue = System.currentTimeMillis() - event.put().toEpochMilli() >= 6_000;
                assertThat(isDue || !event.id().equals("late")).isTrue();
                return handle(event);
            })) {
                put(queue, event("first", "key")).join();
                await("ready").atMost(LONG).until(() -> handled.size() == 1);
                put(queue, new NewEvent("late", false, "late", "key", Duration.ofSeconds(6), Map.of()))
                        .join();
                put(queue, event("soon", "key")).join();
                await("all").atMost(LONG).until(() -> handled.size() == 3);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
        assertThat(handled).containsExactly("first", "soon", "late");
    }

    /** As after the answer to a commit was lost: what was committed is read again, and nothing is left behind. */
    @ParameterizedTest
    @EnumSource(Order.class)
    void whatBecameOfEventsIsReadAgainWhenThatIsNotKnown(Order order) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(order));
            try (TestWorkers workers = TestWorkers.serve(queue, threads(order), event -> {
                if (event.id().equals("event-50") && fails.getAndSet(false)) {
                    PartitionLease lease = ((RemoteEvent) event).lease();
                    lease.listener().outcomeUnknown(lease);
                }
                return handle(event);
            })) {
                putAll(queue, 0, 100);
                await("empty").atMost(LONG).until(() -> handled.contains("event-99") && queue.isEmpty());
            }
            assertThat(Set.copyOf(handled)).hasSize(100);
            assertThat(queue.figures().depth()).isZero();
        }
    }

    /** The events behind it can be cut off the topic then, and are not read again by the next owner. */
    @Test
    @Tag("full")
    void aDelayedEventFarBehindOthersIsPutAgainAtTheEnd() throws Exception {
        try (KafkaQueueStore store =
                        SharedBroker.store().partitions(1).mostBehind(50).build();
                Admin admin = SharedBroker.admin()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            NewEvent late = new NewEvent("event-1000", true, "late", "key", Duration.ofSeconds(8), Map.of());
            put(queue, late).join();
            try (TestWorkers workers = TestWorkers.serve(queue, 1, this::handle)) {
                putAll(queue, 0, 300);
                String group = TopicNames.DEFAULT.of(flow, SLOT).events();
                TopicPartition only = new TopicPartition(group, 0);
                await("the low mark").atMost(LONG).until(() -> {
                    OffsetAndMetadata low = admin.listConsumerGroupOffsets(group)
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .get(only);
                    return low != null && low.offset() >= 250;
                });
                put(queue, late).join(); // its id is known still
                await("all").atMost(LONG).until(() -> handled.size() == 301);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
        assertThat(handled).hasSize(301).endsWith("event-1000");
    }

    @Test
    @Tag("full")
    void figuresTellHowLongTheFirstEventHasWaited() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.ANY));
            assertThat(queue.figures().oldestSeconds()).isZero();
            putAll(queue, 0, 3);
            await("age").atMost(LONG).until(() -> queue.figures().oldestSeconds() > 1);
            assertThat(queue.figures().depth()).isEqualTo(3);
            assertThat(queue.figures().oldestSeconds()).isLessThan(120);
        }
    }

    @Test
    void aPausedQueueHandsOutNothingInAnyProcess() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build();
                KafkaQueueStore other = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.ANY));
            other.administration().pause(flow, SLOT, true);
            assertThat(store.administration().isPaused(flow, SLOT)).isTrue();
            StoredQueue elsewhere = other.open(queue(Order.ANY));
            try (TestWorkers workers = TestWorkers.serve(elsewhere, 1, this::handle)) {
                putAll(queue, 0, 10);
                await("known").atMost(LONG).until(() -> elsewhere.depth() == 10);
                await().during(Duration.ofSeconds(1)).atMost(LONG).until(handled::isEmpty);
                store.administration().pause(flow, SLOT, false);
                await("all").atMost(LONG).until(() -> handled.size() == 10);
            }
        }
    }

    @Test
    @Tag("full")
    void aPurgeDeletesWhatIsNotInWork() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue queue = store.open(queue(Order.KEY));
            AtomicBoolean goesOn = new AtomicBoolean();
            AtomicBoolean begun = new AtomicBoolean();
            try (TestWorkers workers = TestWorkers.serve(queue, 1, event -> {
                begun.set(true);
                await("the purge").atMost(LONG).until(goesOn::get);
                return handle(event);
            })) {
                putAll(queue, 30, 31);
                putAll(queue, 0, 1_000);
                put(queue, new NewEvent("event-5000", false, "late", null, Duration.ofHours(1), Map.of()))
                        .join();
                await("all are there").atMost(LONG).until(() -> queue.depth() >= 1_000);
                await("one is in work").atMost(LONG).until(begun::get);
                store.administration().purge(flow, SLOT);
                goesOn.set(true);
                await("empty").atMost(LONG).until(queue::isEmpty);
                assertThat(handled).hasSizeBetween(1, 500);
            }
        }
    }
}
