package io.concor.kafka.outbox;

import io.concor.QueueStoreException;
import io.concor.kafka.event.KnownDepth;
import io.concor.kafka.event.OpenQueue;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.outbox.Outboxes;
import java.util.function.BooleanSupplier;

/**
 * An outbox in a database: a queue there, which all processes that have the queue in Kafka open share, and the {@link Relay} of this
 * process. Thread-safe.
 */
public final class RelayedOutbox implements Outbox {

    private final OpenQueue target;
    private final StoredQueue queue;
    private final OwnPuts puts;
    private final Relay relay;

    private RelayedOutbox(OpenQueue target, StoredQueue queue, OwnPuts puts, Relay relay) {
        this.target = target;
        this.queue = queue;
        this.puts = puts;
        this.relay = relay;
    }

    /**
     * Opens the outbox of a queue, and begins to hand on what is there.
     *
     * @throws QueueStoreException if the database fails
     */
    public static RelayedOutbox open(OpenQueue target, JdbcQueueStore database, OutboxParts parts) {
        String name = target.topics().events() + ".outbox-" + database.identity();
        StoredQueue queue = database.open(Outboxes.of(target.definition()));
        RelayProducer producer = new RelayProducer(target, name, parts);
        OwnPuts puts = new OwnPuts();
        BooleanSupplier look = () -> puts.look(() -> isEmptyNow(target, queue, database));
        Relay relay = new Relay(target, queue, database.transactions(), producer, parts.health(), look);
        target.depth().before(new Waiting(queue));
        relay.start();
        return new RelayedOutbox(target, queue, puts, relay);
    }

    /** What was there is in Kafka now, whoever has handed it on: what was counted there before is no longer true. */
    private static boolean isEmptyNow(OpenQueue target, StoredQueue queue, JdbcQueueStore database) {
        boolean empty = database.isEmpty(queue);
        if (empty) {
            target.depth().changed();
        }
        return empty;
    }

    /** The events of an outbox count among those of its queue. */
    private record Waiting(StoredQueue queue) implements KnownDepth.Before {

        @Override
        public long events() {
            return queue.depth();
        }

        @Override
        public double oldestSeconds() {
            return queue.figures().oldestSeconds();
        }
    }

    @Override
    public StoredQueue entry(StoredQueue present) {
        return queue;
    }

    @Override
    public void putInTransaction(NewEvent prepared, PutReceipt receipt) {
        puts.make(counted -> queue.putInTransaction(prepared, counted), receipt);
    }

    @Override
    public boolean putBehind(NewEvent prepared, PutReceipt receipt) {
        if (isEmpty()) {
            return false;
        }
        puts.make(counted -> queue.put(prepared, counted), receipt);
        return true;
    }

    @Override
    public void use(int capacity) {
        QueueDefinition present = queue.definition();
        if (present.capacity() != capacity) {
            queue.use(Outboxes.of(target.definition()));
        }
    }

    @Override
    public boolean isEmpty() {
        return !puts.mayBeThere() && queue.depth() == 0 && queue.isEmpty();
    }

    @Override
    public void close() {
        relay.close();
        queue.close();
    }

    @Override
    public void vanish() {
        relay.vanish();
    }
}
