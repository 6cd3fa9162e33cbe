package io.concor.kafka.outbox;

import io.concor.kafka.write.PutPlace;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** What a queue in Kafka has in a database: the events that are on their way to it. Thread-safe. */
public interface Outbox extends AutoCloseable {

    /** So long it may take to end a transaction that is in flight. */
    Duration END = Duration.ofSeconds(5);
    /** So long it may take to break it off. */
    Duration LAST = Duration.ofSeconds(5);

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

    /** Returns the place of a prepared event that is put outside of transactions, among those that go by the outbox. */
    PutPlace place(NewEvent prepared, PutReceipt receipt);

    /** The queue has another capacity, or another order. */
    void use(QueueDefinition changed);

    /** Returns whether nothing is on its way, as far as this process knows. */
    boolean isEmpty();

    /** Hands nothing on any more; what is here stays in the database. Does not wait. */
    void stop();

    /**
     * Waits until it has ended, after {@link #stop}.
     *
     * @param until {@link System#nanoTime}
     */
    void awaitEnd(long until);

    /** What it does still is broken off, after {@link #stop}. */
    void hurry();

    /** Gives up what it owns in the database, if it has not done that at its end: it may be opened again. */
    void leave();

    /**
     * Waits until some that were stopped together have ended, some seconds at most.
     *
     * @param since when they were: {@link System#nanoTime}
     * @param until from when on what they do is broken off
     */
    static void awaitEnd(Collection<Outbox> stopped, long since, long until) {
        long end = Math.min(since + END.toNanos(), until);
        stopped.forEach(each -> each.awaitEnd(end));
        stopped.forEach(Outbox::hurry);
        stopped.forEach(each -> each.awaitEnd(end + LAST.toNanos()));
        stopped.forEach(Outbox::leave);
    }

    /** Ends: see {@link #stop}. Waits some seconds at most. */
    @Override
    default void close() {
        long since = System.nanoTime();
        stop();
        awaitEnd(List.of(this), since, since + END.toNanos());
    }

    /** Ends without a goodbye, as a killed process does. For tests. */
    void vanish();
}
