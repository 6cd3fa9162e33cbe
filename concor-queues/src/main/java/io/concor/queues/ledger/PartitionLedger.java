package io.concor.queues.ledger;

import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.SqlFailure;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.ledger.LedgerTable.Share;
import io.concor.queues.row.StoredText;
import io.concor.queues.store.StoreTransactions;
import io.concor.text.Sentence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets events of remote queues end in transactions of a database: a transaction leaves a row that says which events have ended
 * with it, and is committed only if the process still owns their partitions. Thread-safe.
 *
 * <p>The owner of a partition has an epoch. {@link #take(String, int, String)} raises it, and thereby waits for the transactions that have written under
 * the one before; {@link #write} refuses every other. So whoever takes a partition reads all that former owners have committed, and
 * they commit nothing afterwards. Transactions of one owner do not wait for each other, but in H2, which cannot share locks of
 * rows: there they follow one another from {@code write} to their commit.
 */
public final class PartitionLedger {

    private static final int MOST_ATTEMPTS = 5;
    private static final Comparator<LedgerEntry> ORDER =
            Comparator.comparing(LedgerEntry::queue).thenComparingInt(LedgerEntry::partition);

    /** Has a transaction rolled back. */
    private static final class NotWantedException extends SQLException {
        private static final long serialVersionUID = 1L;
    }

    private final StoreDataSources dataSources;
    private final Dialect dialect;
    private final StoreTransactions transactions;
    private final Duration silence;
    private final LedgerTable table;

    /**
     * @param transactions those in which {@link #write} is called
     * @param silence how long the database may leave a statement without an answer
     */
    public PartitionLedger(
            StoreDataSources dataSources, Dialect dialect, StoreTransactions transactions, Duration silence) {
        this.dataSources = dataSources;
        this.dialect = dialect;
        this.transactions = transactions;
        this.silence = silence;
        table = new LedgerTable(dialect);
    }

    /**
     * Returns transactions of the database that have a connection from the beginning. While the database is away, none begins: the
     * events that were to be handled in it are not to blame, and need not be tried again elsewhere.
     */
    public Transactions transactions() {
        return new ConnectedTransactions(transactions);
    }

    /**
     * Makes the caller the owner of a partition, on a connection of its own, and returns what former owners have left. Waits some
     * seconds at most for their transactions.
     *
     * @param queue the name of the remote queue, such as {@code orders.book}
     * @param topicId the id of the topic: what was written about another one is deleted
     * @throws QueueStoreException if the database fails, or transactions of a former owner do not end in time. It may be called
     *     again
     */
    public PartitionClaim take(String queue, int partition, String topicId) {
        return take(queue, partition, topicId, () -> true).orElseThrow();
    }

    /**
     * Does the same, unless it is not wanted any more when it would be done: then the owner remains who it is.
     *
     * @param wanted asked behind the wait, before the commit
     * @return nothing if it was not wanted
     */
    public Optional<PartitionClaim> take(String queue, int partition, String topicId, BooleanSupplier wanted) {
        StoredText.requireName(queue);
        StoredText.requireName(topicId);
        try (HeldConnection connection = connection()) {
            for (int left = MOST_ATTEMPTS; left > 0; left--) {
                OptionalLong epoch = connection.transact(c -> raised(c, queue, partition, topicId, wanted));
                if (epoch.isPresent()) {
                    return Optional.of(new PartitionClaim(
                            epoch.getAsLong(), connection.query(c -> table.rows(c, queue, partition))));
                }
            }
        } catch (NotWantedException rolledBack) {
            return Optional.empty();
        } catch (SQLException failed) {
            throw notTaken(queue, partition, reason(failed), failed);
        }
        throw notTaken(queue, partition, "other processes take it at the same time", null);
    }

    private OptionalLong raised(
            Connection connection, String queue, int partition, String topicId, BooleanSupplier wanted)
            throws SQLException {
        OptionalLong epoch = table.raise(connection, queue, partition, topicId);
        if (!wanted.getAsBoolean()) {
            throw new NotWantedException();
        }
        return epoch;
    }

    private String reason(SQLException failed) {
        return dialect.failure(failed) == SqlFailure.CONFLICT
                ? "a transaction of a former owner, or another process that takes it, has not ended (" + failed + ")"
                : failed.toString();
    }

    private static QueueStoreException notTaken(String queue, int partition, String reason, @Nullable Exception cause) {
        return new QueueStoreException(
                Sentence.of(
                        "The partition %d of the queue %s cannot be taken over in the database: %s",
                        partition, queue, reason),
                false,
                cause);
    }

    /**
     * Writes rows in the transaction of the calling thread, and keeps the epochs of their partitions until it ends. To be called
     * after what takes long: whoever takes a partition waits for the end.
     *
     * @throws QueueStoreException if that fails, caused by a {@link StalePartitionsException} if partitions have another epoch by
     *     now: the transaction has to be rolled back
     * @throws IllegalStateException if the thread is in no transaction of the store
     */
    public void write(List<LedgerEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        List<LedgerEntry> sorted = entries.stream().sorted(ORDER).toList();
        List<Share> stale;
        try {
            stale = transactions.perform(connection -> table.add(connection, sorted));
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    "What has ended of remote queues could not be written: " + failed, false, failed);
        }
        if (!stale.isEmpty()) {
            StalePartitionsException cause = new StalePartitionsException(stale);
            throw new QueueStoreException("The batch cannot end: " + cause.getMessage(), false, cause);
        }
    }

    /**
     * Finds out, on a connection of its own, whether a row was committed that {@link #write} had written, when the answer to the
     * commit was lost. Waits for that transaction if it has not ended, some seconds at most.
     *
     * @throws QueueStoreException if that cannot be found out: the database fails, or the partition has another epoch by now
     */
    public boolean isCommitted(LedgerEntry entry) {
        try (HeldConnection connection = connection()) {
            return connection.transact(c -> table.isThere(c, entry));
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "It is not known whether a transaction was committed that has ended events of the"
                                    + " partition %d of the queue %s: %s",
                            entry.partition(), entry.queue(), reason(failed)),
                    true,
                    failed);
        }
    }

    /**
     * Deletes rows of a partition that are not needed any more, on a connection of its own. Rows that are not there do not matter.
     *
     * @throws QueueStoreException if the database fails; some rows may be deleted. It may be called again
     */
    public void forget(String queue, int partition, Collection<LedgerId> rows) {
        try (HeldConnection connection = connection()) {
            for (List<LedgerId> part : LedgerTable.parts(rows)) {
                connection.change(c -> table.delete(c, queue, partition, part));
            }
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "What has ended of the partition %d of the queue %s cannot be deleted in the database: %s",
                            partition, queue, failed),
                    false,
                    failed);
        }
    }

    private HeldConnection connection() {
        return new HeldConnection(dataSources, dialect, silence);
    }
}
