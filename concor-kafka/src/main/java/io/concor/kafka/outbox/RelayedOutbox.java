package io.concor.kafka.outbox;

import io.concor.QueueStoreException;
import io.concor.kafka.event.KnownDepth;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.write.PutPlace;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.outbox.Outboxes;
import java.util.concurrent.TimeUnit;

/**
 * An outbox in a database: a queue there, which all processes that have the queue in Kafka open share, and the {@link Relay} of this
 * process. Thread-safe.
 */
public final class RelayedOutbox implements Outbox {

    /** How often it is looked which of the own events are gone: while puts wait for that, while some may be there, and else. */
    private static final long AWAITED_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long THERE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final OpenQueue target;
    private final StoredQueue queue;
    private final JdbcQueueStore database;
    private final OwnPuts puts = new OwnPuts();
    private final PutOrder order;
    private final Relay relay;
    private final Runnable goOn;
    private QueueDefinition present; // guarded by this

    private RelayedOutbox(OpenQueue target, JdbcQueueStore database, OutboxParts parts) {
        this.target = target;
        this.database = database;
        goOn = parts.goOn();
        present = target.definition();
        queue = database.open(Outboxes.of(present));
        order = new PutOrder(target, queue, puts, goOn);
        String name = target.topics().events() + ".outbox-" + database.identity();
        RelayProducer producer = new RelayProducer(target, name, parts);
        relay = new Relay(target, queue, database.transactions(), producer, parts.health(), this::look);
    }

    /**
     * Opens the outbox of a queue, and begins to hand on what is there.
     *
     * @throws QueueStoreException if the database fails
     */
    public static RelayedOutbox open(OpenQueue target, JdbcQueueStore database, OutboxParts parts) {
        RelayedOutbox opened = new RelayedOutbox(target, database, parts);
        opened.start();
        return opened;
    }

    private void start() {
        database.follow(queue, key -> order.begin(key)::over);
        target.depth().before(new Waiting(queue));
        relay.start();
    }

    /** What is gone is in Kafka now, whoever has handed it on: what was counted there before is no longer true. */
    private long look() {
        if (puts.look(() -> database.rows(queue))) {
            target.depth().changed();
            goOn.run();
        }
        if (!puts.mayBeThere()) {
            return IDLE_NANOS;
        }
        return order.isAwaited() ? AWAITED_NANOS : THERE_NANOS;
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
    public StoredQueue entry(StoredQueue of) {
        return queue;
    }

    @Override
    public void putInTransaction(NewEvent prepared, PutReceipt receipt) {
        PutOrder.InTransaction put = order.begin(prepared.key());
        try {
            put.awaitBefore(prepared.id());
            queue.putInTransaction(prepared, new EndReceipt(put::over, receipt));
        } catch (Throwable failed) {
            put.over();
            throw failed;
        }
    }

    @Override
    public PutPlace place(NewEvent prepared, PutReceipt receipt) {
        return order.begin(prepared, receipt);
    }

    @Override
    public synchronized void use(QueueDefinition changed) {
        QueueDefinition before = present;
        present = changed;
        if (before.capacity() != changed.capacity()) {
            queue.use(Outboxes.of(changed));
        }
        if (before.order() != changed.order()) {
            order.reordered();
        }
    }

    @Override
    public boolean isEmpty() {
        return !puts.mayBeThere() && queue.depth() == 0 && queue.isEmpty();
    }

    @Override
    public void stop() {
        relay.stop();
        order.close();
    }

    @Override
    public void awaitEnd(long until) {
        relay.awaitEnd(until);
    }

    @Override
    public void hurry() {
        relay.hurry();
    }

    @Override
    public void leave() {
        queue.close();
    }

    @Override
    public void vanish() {
        relay.vanish();
    }
}
