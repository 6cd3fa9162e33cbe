package io.concor.queue;

import io.concor.QueueStoreException;

/**
 * Events that end in one transaction: all or none. For one thread, which has begun a transaction of the store.
 *
 * <pre>
 * (add | put)* → write → (commit) → committed
 *      └───────────┴────────┴─────→ rolledBack (→ as committed)
 * </pre>
 */
public interface StoredBatch {

    /** Adds the end of an event. Does nothing in the store yet. */
    void add(StoredEvent event, Ending ending);

    /**
     * Adds an event that is put in the same transaction. Does nothing in the store yet.
     *
     * @param to a queue of the store whose batch this is, or one whose {@linkplain StoredQueue#entry() entry} is
     * @param event {@linkplain StoredQueue#prepare prepared} by that queue
     */
    void put(StoredQueue to, NewEvent event);

    /**
     * Writes all ends and puts in the transaction of the calling thread.
     *
     * @throws QueueStoreException if that fails, above all if another process has become the owner of an event, or has ended
     *     it: the transaction has to be rolled back
     */
    void write();

    /** The transaction was committed. */
    void committed();

    /**
     * The transaction was rolled back, or its commit has failed: no event has ended, as far as is known. The batch is empty and may
     * be used again.
     *
     * @return true if the store has found out that only the answer to a commit was lost: then its events have ended as after {@link
     *     #committed()}
     */
    boolean rolledBack();
}
