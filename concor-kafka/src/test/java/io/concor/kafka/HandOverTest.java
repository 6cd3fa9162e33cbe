package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.kafka.topic.TopicNames;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events go from one queue to the next in the transaction of their end, also when processes die, come and go. */
@Timeout(120)
class HandOverTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int KEYS = 20;

    private final String flow = SharedBroker.flow();
    /** What has arrived at the end, once for each record in the last queue. */
    private final Queue<String> arrived = new ConcurrentLinkedQueue<>();

    /** A process: the first queue hands on to the second one. */
    private final class Process implements AutoCloseable {
        final KafkaQueueStore store = SharedBroker.store().build();
        final StoredQueue first = store.open(new QueueDefinition(flow, "first", Order.KEY, 100_000));
        final StoredQueue second = store.open(new QueueDefinition(flow, "second", Order.KEY, 100_000));
        final TestWorkers workers = TestWorkers.serve(first, 2, this::handOn);

        private Ending handOn(StoredEvent event) throws Exception {
            return new Ending.HandedOn(second, second.prepare(event(event.id(), event.key())));
        }

        void kill() {
            workers.kill();
            store.vanish();
        }

        @Override
        public void close() throws Exception {
            workers.close();
            store.close();
        }
    }

    private static void putAll(StoredQueue queue, int from, int to) {
        List<CompletableFuture<Void>> puts = IntStream.range(from, to)
                .mapToObj(i -> put(queue, event("event-" + i, "key-" + i % KEYS)))
                .toList();
        puts.forEach(CompletableFuture::join);
    }

    private void awaitArrived(int count) throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue second = store.open(new QueueDefinition(flow, "second", Order.KEY, 100_000));
            StoredQueue first = store.open(new QueueDefinition(flow, "first", Order.KEY, 100_000));
            try (TestWorkers workers = TestWorkers.serve(second, 2, this::arrive)) {
                await("all").atMost(LONG).until(() -> arrived.size() >= count);
                await("the first is empty").atMost(LONG).until(first::isEmpty);
                await("the second is empty").atMost(LONG).until(second::isEmpty);
            }
        }
    }

    private Ending arrive(StoredEvent event) {
        arrived.add(event.id());
        return new Ending.Handled();
    }

    private void assertOnceAndInOrder(int count) {
        assertThat(arrived)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, count).mapToObj(i -> "event-" + i).toList());
        Map<Integer, List<Integer>> byKey = arrived.stream()
                .map(id -> Integer.parseInt(id.substring("event-".length())))
                .collect(Collectors.groupingBy(i -> i % KEYS, HashMap::new, Collectors.toList()));
        byKey.values().forEach(ofKey -> assertThat(ofKey).isSorted());
    }

    @Test
    void eachEventIsHandedOnOnceAndInTheOrderOfItsKey() throws Exception {
        try (Process process = new Process()) {
            putAll(process.first, 0, 2_000);
            awaitArrived(2_000);
        }
        assertOnceAndInOrder(2_000);
    }

    @Test
    @Tag("full")
    void whenAProcessDiesAnotherOneTakesItsEventsAndNoneIsHandedOnTwice() throws Exception {
        Process dying = new Process();
        try (Process other = new Process()) {
            putAll(other.first, 0, 2_000);
            dying.kill();
            putAll(other.first, 2_000, 4_000);
            awaitArrived(4_000);
        }
        assertOnceAndInOrder(4_000);
    }

    /** As when a person, or another process that waits for it, ends its transaction. */
    @Test
    void aProcessWhoseTransactionsAreAbortedBeginsThemAnew() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            Set<String> others = producers(admin);
            try (Process process = new Process()) {
                for (int i = 0; i < 5; i++) {
                    putAll(process.first, 500 * i, 500 * (i + 1));
                    Set<String> own = producers(admin);
                    own.removeAll(others);
                    admin.fenceProducers(own); // its answer may be late: the process begins anew meanwhile
                }
                awaitArrived(2_500);
            }
        }
        assertOnceAndInOrder(2_500);
    }

    private static Set<String> producers(Admin admin) throws Exception {
        return admin.listTransactions().all().get(20, TimeUnit.SECONDS).stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.endsWith("-ends"))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Its topic takes less than when the queue was opened. */
    @Test
    void whatIsTooLargeForTheNextQueueBecomesADeadLetterAndTheOthersGoOn() throws Exception {
        String large = "x".repeat(30_000);
        Queue<Throwable> refused = new ConcurrentLinkedQueue<>();
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue first = store.open(new QueueDefinition(flow, "first", Order.ANY, 100_000));
            StoredQueue second = store.open(new QueueDefinition(flow, "second", Order.ANY, 100_000));
            SharedBroker.largestRecord(TopicNames.DEFAULT.of(flow, "second"), 20_000);
            putAll(first, 0, 200);
            try (TestWorkers workers = TestWorkers.serve(first, 2, event -> {
                        event.whenRefused(refused::add);
                        String message = event.id().equals("event-77") ? large : "small";
                        NewEvent next = new NewEvent(event.id(), false, message, null, Duration.ZERO, Map.of());
                        return new Ending.HandedOn(second, second.prepare(next));
                    });
                    TestWorkers others = TestWorkers.serve(second, 2, this::arrive)) {
                await("the others").atMost(LONG).until(() -> arrived.size() == 199);
                await("the letter").atMost(LONG).until(() -> first.figures().dead() == 1);
                await("empty").atMost(LONG).until(first::isEmpty);
            }
            assertThat(store.administration().dead(flow, "first", null, 10))
                    .singleElement()
                    .satisfies(letter -> {
                        assertThat(letter.event().id()).isEqualTo("event-77");
                        assertThat(letter.failure().errorMessage()).contains("max.message.bytes");
                    });
            assertThat(refused).singleElement().satisfies(why -> assertThat(why)
                    .hasMessageContainingAll("event-77", flow + ".second", "about 30", "max.message.bytes"));
        }
    }

    @Test
    @Tag("full")
    void aFullQueueHasTheOneBeforeItWait() throws Exception {
        try (KafkaQueueStore store = SharedBroker.store().build()) {
            StoredQueue first = store.open(new QueueDefinition(flow, "first", Order.KEY, 100_000));
            StoredQueue second = store.open(new QueueDefinition(flow, "second", Order.KEY, 200));
            putAll(first, 0, 1);
            try (TestWorkers workers = TestWorkers.serve(
                    first, 2, event -> new Ending.HandedOn(second, second.prepare(event(event.id(), event.key()))))) {
                await("known").atMost(LONG).until(() -> second.depth() >= 1);
                putAll(first, 1, 2_000);
                await("full").atMost(LONG).until(() -> second.depth() >= 200);
                await().during(Duration.ofSeconds(1))
                        .atMost(LONG)
                        .until(() -> second.depth() < 400); // of which some mark ends of transactions
                try (TestWorkers others = TestWorkers.serve(second, 2, this::arrive)) {
                    await("all").atMost(LONG).until(() -> arrived.size() == 2_000);
                }
            }
        }
        assertOnceAndInOrder(2_000);
    }

    @Test
    @Tag("full")
    void processesThatComeAndGoTakePartWithoutLossRepetitionOrDisorder() throws Exception {
        try (Process first = new Process()) {
            putAll(first.first, 0, 1_000);
            try (Process second = new Process()) {
                putAll(first.first, 1_000, 2_000);
                try (Process third = new Process()) {
                    putAll(third.first, 2_000, 3_000);
                }
                putAll(second.first, 3_000, 4_000);
            }
            putAll(first.first, 4_000, 5_000);
            awaitArrived(5_000);
        }
        assertOnceAndInOrder(5_000);
    }
}
