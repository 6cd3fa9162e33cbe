package io.concor.queues.store;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.queues.jdbc.HeldConnection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of the database of a store, as threads have them. {@link JdbcTransactions} is the one of plain Java; a
 * framework that binds transactions to threads has its own. Thread-safe; what concerns a transaction concerns that of the
 * calling thread.
 */
public interface StoreTransactions {

    /** Returns what begins the transactions of batches. Several threads may have one each. */
    Transactions transactions();

    /**
     * Returns whether transactions that others begin are of this database too, so that {@link #perform} works in them.
     *
     * @param others those of a range of components
     */
    boolean includes(Transactions others);

    /**
     * Returns whether the calling thread is in a transaction of this database.
     *
     * @throws QueueStoreException with the reason, if it is in a transaction in which nothing can be put: of another database,
     *     or one that only reads
     */
    boolean isActive();

    /**
     * Does some work in the transaction of the calling thread, on its connection.
     *
     * @throws SQLException if the work fails. On PostgreSQL the transaction is unusable then
     * @throws IllegalStateException if the thread is in none
     */
    <R extends @Nullable Object> R perform(HeldConnection.Work<R> work) throws SQLException;

    /**
     * Has a listener called when the transaction of the calling thread has ended, or when it is rolled back to a savepoint of
     * before: once, on the thread that does it. {@link Transaction.Outcome#FAILED} means that it is not known whether it was
     * committed.
     */
    void onEnd(Consumer<Transaction.Outcome> listener);
}
