package io.concor.queues.store;

import static io.concor.queues.store.StoreUnderTest.event;
import static io.concor.queues.store.StoreUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.FailingDataSource.Fault;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of an event, or a put, is committed, and this process does not learn that. */
@Timeout(120)
class LostAnswersTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private static Ending.Failure failure(Order order) {
        return new Ending.Failure("slot", new IllegalStateException("no"), order != Order.ANY);
    }

    /** An open queue whose events are received, and not handled. */
    private static final class Fixture implements AutoCloseable {
        final StoreUnderTest tested = StoreUnderTest.on(StoreDatabase.POSTGRESQL);
        final FailingDataSource failing = new FailingDataSource(tested.dataSource());
        final JdbcQueueStore store = tested.store(failing);
        final List<StoredEvent> received = new CopyOnWriteArrayList<>();
        final StoredQueue queue;
        /** Whether a batch was committed with an answer. */
        boolean wroteTwice;

        Fixture(Order order) throws Exception {
            queue = store.open(new QueueDefinition("flow", "slot", order, 100));
            queue.deliver(received::add);
        }

        List<String> ids() {
            return received.stream().map(StoredEvent::id).toList();
        }

        void awaitReceived(int count) {
            await("received").atMost(LONG).until(() -> received.size() >= count);
        }

        /** Waits until the reader has looked at all queues some times: it hands out an event of another one in each. */
        void awaitRounds() throws Exception {
            BlockingQueue<StoredEvent> others = new LinkedBlockingQueue<>();
            StoredQueue other = store.open(new QueueDefinition("flow", "other", Order.ANY, 100));
            other.deliver(others::add);
            for (int round = 0; round < 4; round++) {
                put(other, event("round-" + round)).get(20, TimeUnit.SECONDS);
                assertThat(others.poll(20, TimeUnit.SECONDS)).isNotNull();
            }
        }

        /** Ends all events as a worker does. Returns whether they have ended. */
        boolean isEnded(StoredBatch batch) throws Throwable {
            Transaction transaction = store.transactions().begin();
            boolean written = false;
            try {
                received.forEach(event -> batch.add(event, new Ending.Handled()));
                batch.write();
                written = true;
                transaction.commit();
                batch.committed();
                wroteTwice = true;
                return true;
            } catch (SQLException | QueueStoreException failed) {
                if (!written) {
                    transaction.rollback();
                }
                return batch.rolledBack();
            }
        }

        /** Ends an event as a worker does: its commit fails, and it goes back. */
        void endAndGiveBack(StoredEvent event, Ending ending) throws Throwable {
            Transaction transaction = store.transactions().begin();
            StoredBatch batch = queue.batch();
            batch.add(event, ending);
            batch.write();
            assertThatThrownBy(transaction::commit).hasMessageContaining("lost");
            batch.rolledBack();
            queue.release(event);
        }

        @Override
        public void close() throws Exception {
            tested.close();
        }
    }

    /** Later events of the key must not pass the dead letter, whoever wrote it. */
    @ParameterizedTest
    @Tag("full")
    @CsvSource({"KEY,true", "KEY,false", "ONE,true", "ONE,false"})
    void aDeadLetterHoldsItsKeyThoughTheAnswerWasLost(Order order, boolean byWorker) throws Throwable {
        try (Fixture with = new Fixture(order)) {
            put(with.queue, event("first", "key")).get(20, TimeUnit.SECONDS);
            put(with.queue, event("second", "key")).get(20, TimeUnit.SECONDS);
            with.awaitReceived(2);
            StoredEvent second = with.received.get(1);
            with.failing.failCommitOf("insert into concor_dead", Fault.AFTER);
            Ending dead = new Ending.Dead(failure(order));
            if (byWorker) {
                with.endAndGiveBack(with.received.get(0), dead);
            } else {
                with.queue.endLater(with.received.get(0), dead);
            }

            await("second goes back").atMost(LONG).until(second::isRecalled);
            assertThat(with.tested.count("concor_dead")).isEqualTo(1);
            with.awaitRounds();
            assertThat(with.ids()).containsExactly("first", "second");
            with.tested.execute("delete from concor_dead");
            with.store.changed();
            with.awaitReceived(3);
            assertThat(with.ids()).containsExactly("first", "second", "second");
        }
    }

    /** While the commit is on its way in the server, it is not known: what is behind waits, others do not. */
    @Test
    @Tag("full")
    void anEndIsAwaitedWhoseTransactionHasNotEnded() throws Throwable {
        try (Fixture with = new Fixture(Order.KEY);
                Connection server = with.tested.dataSource().getConnection();
                Statement transaction = server.createStatement()) {
            put(with.queue, event("first", "key")).get(20, TimeUnit.SECONDS);
            put(with.queue, event("second", "key")).get(20, TimeUnit.SECONDS);
            with.awaitReceived(2);
            with.failing.failCommitOf("insert into concor_dead", Fault.BEFORE);
            server.setAutoCommit(false);
            StoredEvent second = with.received.get(1);
            Transaction lost = with.store.transactions().begin();
            StoredBatch batch = with.queue.batch();
            batch.add(with.received.get(0), new Ending.Dead(failure(Order.KEY)));
            batch.write();
            assertThatThrownBy(lost::commit).hasMessageContaining("lost");
            batch.rolledBack();
            transaction.execute(
                    "insert into concor_dead (queue, lane, id, event_id, key_text, type, version, size, body,"
                            + " put_at, attempts, failures, first_failed, last_failed, component, error_type, error_message,"
                            + " holds) select queue, lane, id, event_id, key_text, type, version, size, body, put_at, 1, 1, 1,"
                            + " 1, 'slot', 'E', 'no', 1 from concor_event where event_id = 'first'");
            transaction.execute("delete from concor_event where event_id = 'first'");
            with.queue.release(with.received.get(0));
            put(with.queue, event("other", "another key")).get(20, TimeUnit.SECONDS);

            with.awaitReceived(3);
            assertThat(with.ids()).as("what is not known").containsExactly("first", "second", "other");
            assertThat(second.isRecalled()).isTrue();
            server.commit();
            with.awaitRounds();
            assertThat(with.ids()).containsExactly("first", "second", "other");
        }
    }

    /** The event is not there any more, and the next attempt is due though no one else says so. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPostponedEventIsTriedAgainThoughTheAnswerWasLost(boolean byWorker) throws Throwable {
        try (Fixture with = new Fixture(Order.ANY)) {
            put(with.queue, event("one")).get(20, TimeUnit.SECONDS);
            with.awaitReceived(1);
            with.failing.failCommitOf("insert into concor_delayed", Fault.AFTER);
            Ending postponed = new Ending.Postponed(failure(Order.ANY), Duration.ofMillis(100));
            if (byWorker) {
                with.endAndGiveBack(with.received.get(0), postponed);
            } else {
                with.queue.endLater(with.received.get(0), postponed);
            }

            with.awaitReceived(2);
            assertThat(with.ids()).containsExactly("one", "one");
            assertThat(with.received.get(1).attempt()).isEqualTo(2);
        }
    }

    /** A worker that tries again learns that the first transaction has ended its events, so that their callers get results. */
    @ParameterizedTest
    @CsvSource({"AFTER,true", "BEFORE,false"})
    void whoTriesAgainFindsOutWhatWasCommitted(Fault fault, boolean committed) throws Throwable {
        try (Fixture with = new Fixture(Order.KEY)) {
            put(with.queue, event("one", "key")).get(20, TimeUnit.SECONDS);
            put(with.queue, event("two", "key")).get(20, TimeUnit.SECONDS);
            with.awaitReceived(2);
            with.failing.failCommitOf("delete from concor_event", fault);
            StoredBatch batch = with.queue.batch();

            assertThat(with.isEnded(batch)).isFalse();

            assertThat(with.isEnded(batch)).isTrue();
            assertThat(with.received)
                    .allSatisfy(event -> assertThat(event.isRecalled()).isTrue());
            assertThat(with.tested.count("concor_event")).isZero();
            assertThat(with.wroteTwice).isEqualTo(!committed);
            await("nothing is left").atMost(LONG).until(() -> with.queue.depth() == 0);
            put(with.queue, event("three", "key")).get(20, TimeUnit.SECONDS);
            with.awaitReceived(3);
        }
    }

    /** Without a lost answer, an event whose row is gone has ended elsewhere. */
    @Test
    void anEventThatIsGoneHasNotEndedHere() throws Throwable {
        try (Fixture with = new Fixture(Order.KEY)) {
            put(with.queue, event("one", "key")).get(20, TimeUnit.SECONDS);
            with.awaitReceived(1);
            with.tested.execute("delete from concor_event");
            assertThat(with.isEnded(with.queue.batch())).isFalse();
            assertThat(with.received.get(0).isRecalled()).isTrue();
        }
    }

    /** The memory is gone when the answer comes: the event must not be put again. */
    @Test
    void aPutIsNotRepeatedIfThereWasNoMemoryForTheAnswer() throws Exception {
        try (Fixture with = new Fixture(Order.ANY)) {
            with.failing.failCommitOf("insert into concor_event", Fault.OUT_OF_MEMORY_AFTER);

            assertThatThrownBy(() -> put(with.queue, event("one")).get(20, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(QueueStoreException.class, failed -> assertThat(failed.outcomeUnknown())
                            .isTrue());
            put(with.queue, event("two")).get(20, TimeUnit.SECONDS);
            with.awaitReceived(2);
            assertThat(with.ids()).containsExactlyInAnyOrder("one", "two");
            assertThat(with.tested.count("concor_event")).isEqualTo(2);
        }
    }
}
