package io.concor.kafka.store;

import io.concor.QueueStoreException;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.write.EndProducer;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.text.Sentence;
import java.util.ArrayList;
import java.util.List;

/** Events that end together: when their batch is committed, their ends go into the next transaction. For one thread. */
final class RemoteBatch implements StoredBatch {

    private final EndProducer producer;
    private final List<RemoteEnd> ends = new ArrayList<>();

    RemoteBatch(EndProducer producer) {
        this.producer = producer;
    }

    @Override
    public void add(StoredEvent event, Ending ending) {
        ends.add(KafkaQueue.end(event, ending));
    }

    @Override
    public void put(StoredQueue to, NewEvent event) {
        throw new QueueStoreException(
                Sentence.of(
                        "Nothing can be put into the queue %s in the transaction in which events of a remote queue end"
                                + " without a database",
                        to.definition().name()),
                false,
                null);
    }

    @Override
    public void write() {
        for (RemoteEnd end : ends) {
            requireOwned(end);
        }
        ends.forEach(KafkaQueue::hold);
    }

    static void requireOwned(RemoteEnd end) {
        RemoteEvent event = end.event();
        if (event != null && !event.mayEnd()) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The event %s is not to be handled here now: another process owns it, or an event before"
                                    + " it failed",
                            event),
                    false,
                    null);
        }
    }

    @Override
    public void committed() {
        for (RemoteEnd end : ends) {
            RemoteEvent event = end.event();
            if (event != null && event.end()) {
                producer.end(end);
            }
        }
        ends.clear();
    }

    @Override
    public boolean rolledBack() {
        ends.forEach(KafkaQueue::unhold);
        ends.clear();
        return false;
    }
}
