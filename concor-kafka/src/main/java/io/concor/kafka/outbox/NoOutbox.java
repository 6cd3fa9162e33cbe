package io.concor.kafka.outbox;

import io.concor.QueueStoreException;
import io.concor.kafka.write.PutPlace;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredQueue;
import io.concor.text.Sentence;

/** There is no database: nothing is put in transactions. Thread-safe. */
public final class NoOutbox implements Outbox {

    private final String queue;

    /** @param queue the name of the queue */
    public NoOutbox(String queue) {
        this.queue = queue;
    }

    @Override
    public StoredQueue entry(StoredQueue present) {
        return present;
    }

    @Override
    public void putInTransaction(NewEvent prepared, PutReceipt receipt) {
        throw new QueueStoreException(
                Sentence.of(
                        "The queue %s lies in Kafka, which takes no part in the transaction of the calling thread. Put"
                                + " the event behind its commit",
                        queue),
                false,
                null);
    }

    @Override
    public PutPlace place(NewEvent prepared, PutReceipt receipt) {
        return PutPlace.FREE;
    }

    @Override
    public void use(QueueDefinition changed) {}

    @Override
    public boolean isEmpty() {
        return true;
    }

    @Override
    public void stop() {}

    @Override
    public void awaitEnd(long until) {}

    @Override
    public void hurry() {}

    @Override
    public void leave() {}

    @Override
    public void vanish() {}
}
