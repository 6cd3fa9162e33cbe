package io.concor.autoconfigure.queue;

import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.codec.MessageFormat;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;

/** Where the events of durable slots are kept, and what the transactions of the application have to do with it. Thread-safe. */
interface StorePlace {

    /** Returns the name shown in the topology. */
    String name();

    /**
     * Opens the store. Called again if that fails.
     *
     * @throws QueueStoreException if the place cannot be reached or does not fit
     * @throws QueueStoreSetupException if the place cannot be used as it is configured
     */
    JdbcQueueStore open(MessageFormat format);

    /**
     * Reads which slots have something there, by their flows, without opening a store. Creates nothing.
     *
     * @throws SQLException if the place cannot be reached
     */
    Map<String, Set<String>> slots() throws SQLException;

    /** Returns whether tasks may write their effects in the transactions of the store. */
    boolean sharesTransactions();

    /** Returns whether transactions that others begin are of the same database. */
    boolean sharesTransactions(Transactions others);

    /**
     * Returns whether the calling thread is in a transaction in which an event can be put.
     *
     * @param store the store, which is open
     * @throws QueueStoreException if it is in another transaction, so that its end would not decide about the event
     */
    boolean isInTransaction(JdbcQueueStore store);
}
