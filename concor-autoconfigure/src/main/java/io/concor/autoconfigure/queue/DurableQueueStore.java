package io.concor.autoconfigure.queue;

import io.concor.QueueStoreException;
import io.concor.queue.QueueStore;
import io.concor.queues.JdbcQueueStore;

/** The store of durable slots, which is opened when it is needed. */
public interface DurableQueueStore extends QueueStore {

    /**
     * Returns the store itself, which is opened by that.
     *
     * @throws QueueStoreException if its database cannot be reached or does not fit
     */
    JdbcQueueStore store();
}
