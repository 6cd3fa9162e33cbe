package io.concor.queues.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.StoreUnderTest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether a transaction was committed whose answer was lost. */
@Timeout(60)
class LostCommitTest {

    private static final String QUEUE = "flow.slot";

    private static LedgerEntry entry(long epoch, long id) {
        return new LedgerEntry(QUEUE, 3, epoch, id, new byte[] {1, 2});
    }

    private static Transaction written(JdbcQueueStore store, LedgerEntry entry) throws Throwable {
        Transaction transaction = store.transactions().begin();
        store.ledger().write(List.of(entry));
        return transaction;
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"H2", "POSTGRESQL", "MARIADB"})
    void aRowTells(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            long epoch = store.ledger().take(QUEUE, 3, "topic").epoch();
            written(store, entry(epoch, 1)).commit();
            written(store, entry(epoch, 2)).rollback();
            assertThat(store.ledger().isCommitted(entry(epoch, 1))).isTrue();
            assertThat(store.ledger().isCommitted(entry(epoch, 2))).isFalse();

            long next = store.ledger().take(QUEUE, 3, "topic").epoch();
            assertThat(next).isGreaterThan(epoch);
            assertThatThrownBy(() -> store.ledger().isCommitted(entry(epoch, 1)))
                    .isInstanceOfSatisfying(QueueStoreException.class, unknown -> assertThat(unknown.outcomeUnknown())
                            .isTrue())
                    .hasMessageContaining("partition 3 of the queue flow.slot");
        }
    }

    /** The server may still be at the commit when the client has given up. */
    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "MARIADB"})
    void theAnswerWaitsForATransactionThatIsOpen(StoreDatabase database) throws Throwable {
        try (StoreUnderTest tested = StoreUnderTest.on(database)) {
            JdbcQueueStore store = tested.store();
            LedgerEntry entry = entry(store.ledger().take(QUEUE, 3, "topic").epoch(), 1);
            Transaction open = written(store, entry);
            CompletableFuture<Boolean> asked =
                    CompletableFuture.supplyAsync(() -> store.ledger().isCommitted(entry));
            assertThatThrownBy(() -> asked.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            open.commit();
            assertThat(asked.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}
