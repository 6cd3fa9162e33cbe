package io.concor.kafka.ledger;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.kafka.EffectsDatabase;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TestWorkers;
import io.concor.kafka.outbox.TestDatabase;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.ledger.StalePartitionsException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events of a remote slot end in transactions of a database, together with their effects there. */
@Timeout(120)
class EffectsTest {

    private static final Duration LONG = Duration.ofSeconds(40);

    private final String flow = SharedBroker.flow();
    private final QueueDefinition definition = new QueueDefinition(flow, "slot", Order.KEY, 10_000);

    @AutoClose
    private @Nullable EffectsDatabase opened;

    private EffectsDatabase database(TestDatabase kind) throws Exception {
        opened = EffectsDatabase.of(kind);
        return opened;
    }

    /** A process with a queue. */
    private final class Process extends EffectsProcess {
        final StoredQueue queue;

        Process(EffectsDatabase effects) {
            super(effects);
            queue = store.open(definition);
        }

        Ending handle(StoredEvent event) throws Exception {
            effects.add(database.connection(), number(event));
            return new Ending.Handled();
        }

        TestWorkers serve() {
            return TestWorkers.serve(queue, store.transactions(), 4, this::handle);
        }

        /** Puts an event, and returns it when it is in hand. No other one is handed out any more. */
        StoredEvent receive(int number) {
            put(queue, event(String.valueOf(number), "key")).join();
            AtomicReference<@Nullable StoredEvent> received = new AtomicReference<>();
            queue.deliver(each -> received.compareAndSet(null, each));
            await("it is handed out").atMost(LONG).until(() -> received.get() != null);
            return Objects.requireNonNull(received.get());
        }
    }

    private static int number(StoredEvent event) {
        return Integer.parseInt(event.id());
    }

    private static void putAll(StoredQueue queue, int from, int to) {
        IntStream.range(from, to)
                .mapToObj(i -> put(queue, event(String.valueOf(i), "key-" + i % 20)))
                .toList()
                .forEach(each -> each.join());
    }

    private static List<Integer> numbers(int to) {
        return IntStream.range(0, to).boxed().toList();
    }

    private static void awaitEffects(EffectsDatabase effects, int count) {
        await("the effects of all").atMost(LONG).until(() -> effects.effects().size() >= count);
    }

    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    @Tag("full")
    void whatWasCommittedIsNotRepeatedThoughTheProcessDiedBeforeItWroteItsProgress(TestDatabase kind) throws Throwable {
        EffectsDatabase effects = database(kind);
        Process first = new Process(effects);
        putAll(first.queue, 0, 100);
        TestWorkers dying = first.serve();
        dying.deaf();
        await("some").atMost(LONG).until(() -> effects.effects().size() >= 20);
        dying.kill();
        first.kill();
        assertThat(effects.count("concor_progress")).isPositive();
        try (Process next = new Process(effects);
                TestWorkers workers = next.serve()) {
            awaitEffects(effects, 100);
            putAll(next.queue, 100, 110);
            awaitEffects(effects, 110);
            await("rows that are not needed are deleted")
                    .atMost(LONG)
                    .until(() -> effects.count("concor_progress") == 0);
            await("empty").atMost(LONG).until(next.queue::isEmpty);
        }
        assertThat(effects.effects()).containsExactlyInAnyOrderElementsOf(numbers(110));
    }

    /** The next owner need not read what the database says. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void aProcessThatLeavesHasWrittenItsProgress(TestDatabase kind) throws Throwable {
        EffectsDatabase effects = database(kind);
        try (Process process = new Process(effects);
                TestWorkers workers = process.serve()) {
            putAll(process.queue, 0, 50);
            awaitEffects(effects, 50);
        }
        assertThat(effects.count("concor_progress")).isZero();
        try (Process next = new Process(effects);
                TestWorkers workers = next.serve()) {
            putAll(next.queue, 50, 60);
            awaitEffects(effects, 60);
        }
        assertThat(effects.effects()).containsExactlyInAnyOrderElementsOf(numbers(60));
    }

    private static String topicId(String topic) throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            return admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .topicId()
                    .toString();
        }
    }

    /** A process that was stopped in the middle of a task, and does not know yet that another one is the owner. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void aFormerOwnerCommitsNothing(TestDatabase kind) throws Throwable {
        EffectsDatabase effects = database(kind);
        try (Process process = new Process(effects)) {
            StoredEvent inHand = process.receive(0);
            for (int partition = 0; partition < 4; partition++) {
                process.database.ledger().take(definition.name(), partition, topicId("concor." + definition.name()));
            }

            Transaction transaction = process.store.transactions().begin();
            StoredBatch batch = process.queue.batch();
            batch.add(inHand, process.handle(inHand));
            QueueStoreException refused = catchThrowableOfType(QueueStoreException.class, batch::write);
            transaction.rollback();
            batch.rolledBack();

            assertThat(refused).hasCauseInstanceOf(StalePartitionsException.class);
            assertThat(inHand.isRecalled()).isTrue();
            process.queue.release(inHand);
            process.queue.stopDelivering();
            try (TestWorkers workers = process.serve()) {
                awaitEffects(effects, 1);
                await("empty").atMost(LONG).until(process.queue::isEmpty);
            }
        }
        assertThat(effects.effects()).containsExactly(0);
    }

    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void aLostAnswerToACommitNeitherRepeatsNorLosesAnything(TestDatabase kind) throws Throwable {
        EffectsDatabase effects = database(kind);
        try (Process process = new Process(effects);
                TestWorkers workers = process.serve()) {
            for (boolean committed : List.of(true, false)) {
                process.loseAnswers(10, committed);
                putAll(process.queue, committed ? 0 : 100, committed ? 100 : 200);
                await("answers are lost").atMost(LONG).until(() -> process.connections.commitsToFail() == 0);
            }
            awaitEffects(effects, 200);
            await("empty").atMost(LONG).until(process.queue::isEmpty);
        }
        assertThat(effects.effects()).containsExactlyInAnyOrderElementsOf(numbers(200));
    }

    /** Then only another look, when it is back, tells what has ended. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    @Tag("full")
    void nothingIsLostOrRepeatedIfTheDatabaseIsAwayAfterALostAnswer(TestDatabase kind) throws Throwable {
        EffectsDatabase effects = database(kind);
        try (Process process = new Process(effects)) {
            for (int number = 0; number < 2; number++) {
                StoredEvent inHand = process.receive(number);
                assertThat(number(inHand)).isEqualTo(number);
                Transaction transaction = process.store.transactions().begin();
                StoredBatch batch = process.queue.batch();
                batch.add(inHand, process.handle(inHand));
                batch.write();
                if (number == 0) {
                    transaction.commit();
                } else {
                    transaction.rollback();
                }
                process.connections.down(true);
                batch.rolledBack();
                process.connections.down(false);
                assertThat(inHand.isRecalled()).isTrue();
                process.queue.release(inHand);
            }
            process.queue.stopDelivering();
            try (TestWorkers workers = process.serve()) {
                awaitEffects(effects, 2);
                await("empty").atMost(LONG).until(process.queue::isEmpty);
            }
        }
        assertThat(effects.effects()).containsExactlyInAnyOrder(0, 1);
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource(names = "POSTGRESQL")
    void partitionsAreLoadingAndHealthSaysSoWhileTheDatabaseIsAway(TestDatabase kind) throws Throwable {
        EffectsDatabase effects = database(kind);
        try (Process process = new Process(effects)) {
            putAll(process.queue, 0, 20);
            process.connections.down(true);
            try (TestWorkers workers = process.serve()) {
                await("health").atMost(LONG).until(() -> String.valueOf(
                                process.store.state().reason())
                        .contains("cannot take partitions over in its database"));
                assertThat(effects.effects()).isEmpty();
                process.connections.down(false);
                awaitEffects(effects, 20);
                await("health again")
                        .atMost(LONG)
                        .until(() -> process.store.state().up());
            }
        }
        assertThat(effects.effects()).containsExactlyInAnyOrderElementsOf(numbers(20));
    }

    /** The row of the first one, and not the topic of ids, says that it has ended. */
    @ParameterizedTest
    @Tag("full")
    @EnumSource(names = "POSTGRESQL")
    void aSecondEventOfAUniqueIdIsDroppedThoughOnlyARowTellsOfTheFirst(TestDatabase kind) throws Throwable {
        EffectsDatabase effects = database(kind);
        NewEvent unique = new NewEvent("0", true, "message", "key", Duration.ZERO, Map.of());
        Process first = new Process(effects);
        put(first.queue, unique).join();
        TestWorkers dying = first.serve();
        dying.deaf();
        awaitEffects(effects, 1);
        dying.kill();
        first.kill();
        for (int restart = 1; restart <= 2; restart++) { // by the row, then by the topic of ids
            try (Process next = new Process(effects);
                    TestWorkers workers = next.serve()) {
                put(next.queue, unique).join();
                put(next.queue, event(String.valueOf(restart), "key")).join();
                awaitEffects(effects, 1 + restart);
                await("the row is not needed").atMost(LONG).until(() -> effects.count("concor_progress") == 0);
            }
        }
        assertThat(effects.effects()).containsExactly(0, 1, 2);
    }
}
