package io.concor.kafka.outbox;

import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.StoredQueue;

/** What a queue in Kafka has in a database: the events that are on their way to it. Thread-safe. */
public interface Outbox extends AutoCloseable {

    /**
     * Returns where events are put in transactions of the database, for a queue in Kafka.
     *
     * @param queue the queue to which they go
     */
    StoredQueue entry(StoredQueue queue);

    /**
     * Puts a prepared event in the transaction of the calling thread.
     *
     * @throws io.concor.QueueStoreException if that fails, or there is no database
     */
    void putInTransaction(NewEvent prepared, PutReceipt receipt);

    /**
     * Puts a prepared event behind those that are on their way, so that it does not overtake one that this process has put before.
     *
     * @return false if there is none: then it may be put into Kafka
     */
    boolean putBehind(NewEvent prepared, PutReceipt receipt);

    /** The queue has another capacity. */
    void use(int capacity);

    /** Returns whether nothing is on its way, as far as this process knows. */
    boolean isEmpty();

    /** Hands nothing on any more; what is here stays in the database. Waits some seconds at most. */
    @Override
    void close();

    /** Ends without a goodbye, as a killed process does. For tests. */
    void vanish();
}
