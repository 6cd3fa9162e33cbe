package io.concor.queues.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.JdbcTransactions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A database says who owns a partition, and what has ended there. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@Timeout(120)
class PartitionLedgerTest {

    private static final String TOPIC = "topic-1";
    private static final Duration SILENCE = Duration.ofSeconds(20);
    private static final Set<StoreDatabase> SHARING =
            EnumSet.of(StoreDatabase.POSTGRESQL, StoreDatabase.MARIADB, StoreDatabase.MYSQL);
    private static final AtomicInteger QUEUES = new AtomicInteger();

    private static OpenStore shared;

    @Parameter
    StoreDatabase database;

    private OpenStore store;
    private JdbcTransactions transactions;
    private PartitionLedger ledger;
    private String queue;

    @BeforeParameterizedClassInvocation
    static void start(StoreDatabase database) throws Exception {
        shared = database.installed();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        shared.close();
    }

    @BeforeEach
    void open() {
        store = shared;
        queue = "flow.slot-" + QUEUES.incrementAndGet();
        transactions = new JdbcTransactions(store.dataSource());
        StoreDataSources sources =
                new StoreDataSources(store.dataSource(), store.dataSource(), database != StoreDatabase.SQLITE);
        ledger = new PartitionLedger(sources, store.dialect(), transactions, SILENCE);
    }

    private LedgerEntry entry(int partition, long epoch, long id) {
        return new LedgerEntry(queue, partition, epoch, id, new byte[] {(byte) id, 7});
    }

    private void commit(LedgerEntry... entries) throws Throwable {
        Transaction transaction = transactions.begin();
        try {
            ledger.write(List.of(entries));
        } catch (Throwable failed) {
            transaction.rollback();
            throw failed;
        }
        transaction.commit();
    }

    private List<Long> ids(PartitionClaim claim) {
        return claim.rows().stream().map(LedgerRow::id).toList();
    }

    @Test
    void whoTakesAPartitionReadsWhatItsFormerOwnersHaveCommitted() throws Throwable {
        PartitionClaim first = ledger.take(queue, 0, TOPIC);
        assertThat(first.rows()).isEmpty();
        commit(entry(0, first.epoch(), 2), entry(0, first.epoch(), 1));

        PartitionClaim second = ledger.take(queue, 0, TOPIC);
        commit(entry(0, second.epoch(), 1));
        PartitionClaim third = ledger.take(queue, 0, TOPIC);

        assertThat(second.epoch()).isGreaterThan(first.epoch());
        assertThat(ids(second)).containsExactly(1L, 2L);
        assertThat(third.rows().stream().map(LedgerRow::key))
                .containsExactly(
                        new LedgerId(first.epoch(), 1),
                        new LedgerId(first.epoch(), 2),
                        new LedgerId(second.epoch(), 1));
        assertThat(third.rows().get(1).done()).containsExactly(2, 7);
    }

    @Test
    void aFormerOwnerCommitsNothing() throws Throwable {
        PartitionClaim former = ledger.take(queue, 0, TOPIC);
        PartitionClaim other = ledger.take(queue, 1, TOPIC);
        ledger.take(queue, 0, TOPIC);

        assertThatExceptionOfType(QueueStoreException.class)
                .isThrownBy(() -> commit(entry(1, other.epoch(), 1), entry(0, former.epoch(), 1)))
                .withMessageContaining("another process owns the partition 0 of the queue " + queue);
        assertThat(ledger.take(queue, 0, TOPIC).rows()).isEmpty();
        assertThat(ledger.take(queue, 1, TOPIC).rows()).isEmpty();
    }

    @Test
    void aPartitionThatNobodyHasTakenIsNobodys() {
        assertThatExceptionOfType(QueueStoreException.class)
                .isThrownBy(() -> commit(entry(5, 0, 1)))
                .withMessageContaining("the partition 5");
    }

    /** Else it would not see the row. */
    @Test
    void whoTakesAPartitionWaitsForTheTransactionsOfItsOwner() throws Throwable {
        PartitionClaim owner = ledger.take(queue, 0, TOPIC);
        Transaction open = transactions.begin();
        ledger.write(List.of(entry(0, owner.epoch(), 1)));

        CompletableFuture<PartitionClaim> next = CompletableFuture.supplyAsync(() -> ledger.take(queue, 0, TOPIC));
        await("it waits")
                .during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(5))
                .until(() -> !next.isDone());
        open.commit();

        assertThat(ids(next.get(20, TimeUnit.SECONDS))).containsExactly(1L);
    }

    @Test
    void whoTakesAPartitionDoesNotWaitForLong() throws Throwable {
        assumeTrue(database != StoreDatabase.SQLITE, "the file has one connection that writes");
        PartitionClaim owner = ledger.take(queue, 0, TOPIC);
        Transaction open = transactions.begin();
        ledger.write(List.of(entry(0, owner.epoch(), 1)));

        CompletableFuture<PartitionClaim> next = CompletableFuture.supplyAsync(() -> ledger.take(queue, 0, TOPIC));

        assertThat(next).failsWithin(Duration.ofSeconds(15)).withThrowableThat().withMessageContaining("has not ended");
        open.commit();
        assertThat(ids(ledger.take(queue, 0, TOPIC))).containsExactly(1L);
    }

    /** The group has given the partition to another process meanwhile: that one remains the owner. */
    @Test
    void whoDoesNotWantAPartitionAnyMoreLeavesItToItsOwner() throws Throwable {
        PartitionClaim owner = ledger.take(queue, 0, TOPIC);
        AtomicBoolean wanted = new AtomicBoolean(true);
        Transaction open = transactions.begin();
        ledger.write(List.of(entry(0, owner.epoch(), 1)));
        CompletableFuture<Optional<PartitionClaim>> next =
                CompletableFuture.supplyAsync(() -> ledger.take(queue, 0, TOPIC, wanted::get));
        await("it waits")
                .during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(5))
                .until(() -> !next.isDone());
        wanted.set(false);
        open.commit();

        assertThat(next.get(20, TimeUnit.SECONDS)).isEmpty();
        commit(entry(0, owner.epoch(), 2));
        assertThat(ids(ledger.take(queue, 0, TOPIC))).containsExactly(1L, 2L);
    }

    @Test
    void transactionsOfOneOwnerDoNotWaitForEachOther() throws Throwable {
        assumeTrue(SHARING.contains(database), "others have no locks of rows that are shared");
        PartitionClaim owner = ledger.take(queue, 0, TOPIC);
        Transaction open = transactions.begin();
        ledger.write(List.of(entry(0, owner.epoch(), 1)));

        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            try {
                commit(entry(0, owner.epoch(), 2));
            } catch (Throwable failed) {
                throw new AssertionError(failed);
            }
        });

        assertThat(other).succeedsWithin(Duration.ofSeconds(10));
        open.commit();
        assertThat(ids(ledger.take(queue, 0, TOPIC))).containsExactly(1L, 2L);
    }

    @Test
    void whatIsRolledBackLeavesNothing() throws Throwable {
        PartitionClaim owner = ledger.take(queue, 0, TOPIC);
        Transaction transaction = transactions.begin();
        ledger.write(List.of(entry(0, owner.epoch(), 1)));
        transaction.rollback();

        assertThat(ledger.take(queue, 0, TOPIC).rows()).isEmpty();
    }

    @Test
    void whatIsKnownOfAnotherTopicIsDeleted() throws Throwable {
        PartitionClaim of = ledger.take(queue, 0, TOPIC);
        commit(entry(0, of.epoch(), 1));

        assertThat(ledger.take(queue, 0, "topic-2").rows()).isEmpty();
        assertThat(ledger.take(queue, 0, TOPIC).rows()).isEmpty();
        assertThat(rows()).isZero();
    }

    private long rows() throws SQLException {
        return store.inTransaction(c -> Sql.number(c, "select count(*) from concor_progress where queue = ?", queue));
    }

    @Test
    void eachOfThoseWhoTakeAtOnceHasItsOwnEpoch() {
        List<CompletableFuture<Long>> takes = IntStream.range(0, 6)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> takeAtLast().epoch()))
                .toList();

        assertThat(takes.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
    }

    private PartitionClaim takeAtLast() {
        while (true) {
            try {
                return ledger.take(queue, 0, TOPIC);
            } catch (QueueStoreException others) {
                // took it at the same time
            }
        }
    }

    @Test
    void manyRowsAreWrittenAndForgotten() throws Throwable {
        List<LedgerEntry> entries = new ArrayList<>();
        for (int partition = 0; partition < 3; partition++) {
            long epoch = ledger.take(queue, partition, TOPIC).epoch();
            for (long id = 0; id < 300; id++) {
                entries.add(entry(partition, epoch, id));
            }
        }
        commit(entries.toArray(LedgerEntry[]::new));
        assertThat(rows()).isEqualTo(900);

        List<LedgerId> some = entries.stream()
                .filter(entry -> entry.partition() == 1 && entry.id() > 0)
                .map(entry -> new LedgerId(entry.epoch(), entry.id()))
                .toList();
        ledger.forget(queue, 1, some);
        assertThatNoException().isThrownBy(() -> ledger.forget(queue, 1, some));

        assertThat(rows()).isEqualTo(601);
        assertThat(ids(ledger.take(queue, 1, TOPIC))).containsExactly(0L);
    }
}
