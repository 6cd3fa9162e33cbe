package io.concor.kafka.outbox;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TestWorkers;
import io.concor.kafka.TextMessages;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.member.MemberSettings;
import io.concor.queues.store.PutReceipts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is put in a transaction of a database is in a remote queue once if it was committed, and never if not. */
@Timeout(180)
class OutboxTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final MemberSettings MEMBER =
            new MemberSettings("test", Duration.ofMillis(1_000), Duration.ofMillis(300));
    private static final int KEYS = 5;

    private final String flow = SharedBroker.flow();
    private final QueueDefinition definition = new QueueDefinition(flow, "slot", Order.KEY, 100_000);
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private @Nullable HikariDataSource dataSource;

    /** A process with connections to the database and to the broker. */
    private final class Process implements AutoCloseable {
        final RelayFaults faults = new RelayFaults(dataSource());
        final JdbcQueueStore database = JdbcQueueStore.of(dataSource(), new TextMessages())
                .transactions(faults)
                .member(MEMBER)
                .build();
        final KafkaQueueStore store = SharedBroker.store().database(database).build();
        final StoredQueue queue = store.open(definition);

        Process() {
            open.add(this);
        }

        /** Puts events in a transaction each. */
        void putAll(int from, int to) throws Throwable {
            for (int i = from; i < to; i++) {
                put(event("event-" + i, "key-" + i % KEYS), true).get(60, TimeUnit.SECONDS);
            }
        }

        CompletableFuture<Void> put(NewEvent event, boolean commits) throws Throwable {
            Transaction transaction = database.transactions().begin();
            CompletableFuture<Void> put = new CompletableFuture<>();
            queue.putInTransaction(queue.prepare(event), PutReceipts.completing(put));
            if (commits) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
            return put;
        }

        void kill() {
            database.vanish();
            store.vanish();
        }

        @Override
        public void close() {
            store.close();
            database.close();
        }
    }

    private synchronized HikariDataSource dataSource() {
        HikariDataSource present = dataSource;
        if (present == null) {
            throw new IllegalStateException("no database was chosen");
        }
        return present;
    }

    private void on(TestDatabase database) throws Exception {
        dataSource = database.empty();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        dataSource().close();
    }

    private Ending handle(StoredEvent event) {
        handled.add(event.id());
        return new Ending.Handled();
    }

    /** Has a process that is not among those of a test handle what comes, until all is there. */
    private void awaitHandled(int count) throws Exception {
        try (KafkaQueueStore reading = SharedBroker.store().build()) {
            StoredQueue queue = reading.open(definition);
            try (TestWorkers workers = TestWorkers.serve(queue, 2, this::handle)) {
                await("all").atMost(LONG).until(() -> handled.size() >= count);
                await("the outbox is empty").atMost(LONG).until(() -> rows() == 0);
                await("empty").atMost(LONG).until(queue::isEmpty);
            }
        }
    }

    private long rows() throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from concor_event")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void assertOnceAndInOrder(int count) {
        assertThat(handled)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, count).mapToObj(i -> "event-" + i).toList());
        Map<Integer, List<Integer>> byKey = handled.stream()
                .map(id -> Integer.parseInt(id.substring("event-".length())))
                .collect(Collectors.groupingBy(i -> i % KEYS, HashMap::new, Collectors.toList()));
        byKey.values().forEach(ofKey -> assertThat(ofKey).isSorted());
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void whatIsCommittedIsThereOnceAndWhatIsRolledBackNever(TestDatabase database) throws Throwable {
        on(database);
        Process process = new Process();
        for (int i = 0; i < 300; i++) {
            process.put(event("event-" + i, "key-" + i % KEYS), true).get(60, TimeUnit.SECONDS);
            CompletableFuture<Void> never = process.put(event("never-" + i, "key-" + i % KEYS), false);
            assertThat(never).failsWithin(LONG).withThrowableThat().withMessageContaining("rolled back");
        }
        awaitHandled(300);
        assertOnceAndInOrder(300);
        await("nothing is on the way").atMost(LONG).until(process.queue::isEmpty);
        assertThat(process.queue.depth()).isZero();
        assertThat(process.store.slots(flow)).containsExactly("slot");
        assertThat(process.database.slots(flow)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, FAILS", "POSTGRESQL, LOSES_ITS_ANSWER"})
    void whatKafkaHasIsNotPutAgainWhenTheDatabaseDoesNotCommit(TestDatabase database, RelayFaults.Commit how)
            throws Throwable {
        on(database);
        Process process = new Process();
        for (int i = 0; i < 5; i++) {
            process.faults.fail(how, 1);
            process.putAll(100 * i, 100 * (i + 1));
            await("it has failed").atMost(LONG).until(() -> process.faults.left() == 0);
        }
        awaitHandled(500);
        assertOnceAndInOrder(500);
        await("it works again").atMost(LONG).until(() -> process.store.state().up());
    }

    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void whatADeadProcessHasPutIsNotPutAgainByAnother(TestDatabase database) throws Throwable {
        on(database);
        Process dying = new Process();
        dying.putAll(0, 10);
        RelayFaults.Gate committing = dying.faults.stopAtCommit();
        dying.putAll(10, 100);
        await("Kafka has committed").atMost(LONG).until(committing::isReached);
        Thread killer = new Thread(dying::kill);
        killer.start();
        committing.open();
        killer.join();
        long left = rows();

        Process other = new Process();
        other.putAll(100, 200);
        awaitHandled(200);

        assertThat(left).isPositive();
        assertOnceAndInOrder(200);
    }

    /** It has what it was handed out in hand, and takes itself for the owner of the outbox. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void aFormerRelayThatWakesUpPutsNothing(TestDatabase database) throws Throwable {
        on(database);
        Process former = new Process();
        former.putAll(0, 10);
        await("relayed").atMost(LONG).until(() -> rows() == 0);
        RelayFaults.Gate beginning = former.faults.stopAtBegin();
        former.putAll(10, 50);
        await("it is about to begin").atMost(LONG).until(beginning::isReached);
        former.database.vanish();

        Process other = new Process();
        await("another one has put all").atMost(LONG).until(() -> rows() == 0);
        beginning.open();
        other.putAll(50, 100);
        awaitHandled(100);
        await("it finds out").atMost(LONG).until(() -> !former.store.state().up());

        assertOnceAndInOrder(100);
    }

    /** As when a person ends its transactions, or another process takes itself for the owner. */
    @Test
    void aRelayWhoseProducerIsFencedGoesOn() throws Throwable {
        on(TestDatabase.H2);
        Process process = new Process();
        try (Admin admin = SharedBroker.admin()) {
            for (int i = 0; i < 5; i++) {
                process.putAll(100 * i, 100 * (i + 1));
                admin.fenceProducers(relays(admin)).all().get(20, TimeUnit.SECONDS);
            }
        }
        awaitHandled(500);
        assertOnceAndInOrder(500);
    }

    private Set<String> relays(Admin admin) throws Exception {
        return admin.listTransactions().all().get(20, TimeUnit.SECONDS).stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith("concor." + flow + ".slot.outbox"))
                .collect(Collectors.toSet());
    }

    /** Two databases have rows of the same numbers. */
    @Test
    void outboxesOfTwoDatabasesDoNotDisturbEachOther() throws Throwable {
        on(TestDatabase.H2);
        Process one = new Process();
        HikariDataSource first = dataSource();
        on(TestDatabase.H2);
        Process other = new Process();
        for (int i = 0; i < 10; i++) {
            one.faults.fail(RelayFaults.Commit.FAILS, 1);
            one.putAll(20 * i, 20 * i + 10);
            other.putAll(20 * i + 10, 20 * i + 20);
        }
        awaitHandled(200);
        await("the other outbox").atMost(LONG).until(() -> one.queue.depth() == 0);
        assertThat(handled)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 200).mapToObj(i -> "event-" + i).toList());
        one.close();
        first.close();
    }

    @Test
    void aUniqueEventIsTakenOnceWhicheverWayItComes() throws Throwable {
        on(TestDatabase.H2);
        Process process = new Process();
        NewEvent unique = new NewEvent("event-0", true, "message", null, Duration.ZERO, Map.of());
        process.put(unique, true).join();
        process.put(unique, true).join();
        await("relayed").atMost(LONG).until(() -> rows() == 0);
        put(process.queue, unique).join();
        put(process.queue, event("event-1", null)).join();
        awaitHandled(2);
        assertThat(handled).containsExactlyInAnyOrder("event-0", "event-1");
    }

    @Test
    void aDelayBeginsWhenAnEventIsPut() throws Throwable {
        on(TestDatabase.H2);
        Process process = new Process();
        long before = System.nanoTime();
        process.put(new NewEvent("event-0", false, "later", null, Duration.ofSeconds(2), Map.of()), true)
                .join();
        await("it waits in Kafka").atMost(LONG).until(() -> rows() == 0);
        awaitHandled(1);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    /** What a thread puts after its transaction does not pass what it has put in it. */
    @Test
    void whatIsPutOutsideOfATransactionDoesNotOvertake() throws Throwable {
        on(TestDatabase.H2);
        Process process = new Process();
        for (int i = 0; i < 200; i += 2) {
            process.put(event("event-" + i, "key-0"), true).join();
            put(process.queue, event("event-" + (i + 1), "key-0")).join();
        }
        awaitHandled(200);
        assertThat(handled)
                .containsExactlyElementsOf(
                        IntStream.range(0, 200).mapToObj(i -> "event-" + i).toList());
    }

    @Test
    void anEventThatIsTooLargeForKafkaIsRefusedBeforeItIsInTheOutbox() throws Throwable {
        on(TestDatabase.H2);
        Process process = new Process();
        NewEvent large = new NewEvent("large", false, "x".repeat(2 << 20), null, Duration.ZERO, Map.of());

        assertThatExceptionOfType(QueueStoreException.class)
                .isThrownBy(() -> process.queue.prepare(large))
                .withMessageContaining("max.request.size");
    }

    /** It keeps events from being handled, not from coming. */
    @Test
    void aPauseOfTheQueueDoesNotStopTheRelay() throws Throwable {
        on(TestDatabase.H2);
        Process process = new Process();
        process.store.administration().pause(flow, "slot", true);
        process.putAll(0, 20);
        await("relayed").atMost(LONG).until(() -> rows() == 0);
        assertThat(process.queue.depth()).isPositive();
        process.store.administration().pause(flow, "slot", false);
        awaitHandled(20);
        assertOnceAndInOrder(20);
    }

    @Test
    void aPurgeOfTheQueueEmptiesTheOutboxAndTheRelayGoesOn() throws Throwable {
        on(TestDatabase.H2);
        Process process = new Process();
        RelayFaults.Gate beginning = process.faults.stopAtBegin();
        Transaction transaction = process.database.transactions().begin();
        for (int i = 0; i < 3_000; i++) {
            process.queue.putInTransaction(process.queue.prepare(event("event-" + i, "key-0")), PutReceipts.NONE);
        }
        transaction.commit();
        await("it is about to begin").atMost(LONG).until(beginning::isReached);

        process.store.administration().purge(flow, "slot");

        assertThat(rows()).isZero();
        beginning.open();
        Transaction next = process.database.transactions().begin();
        process.queue.putInTransaction(process.queue.prepare(event("another", "key-0")), PutReceipts.NONE);
        next.commit();
        awaitHandled(1);
        assertThat(handled).containsExactly("another");
    }
}
