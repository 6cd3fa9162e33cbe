package io.concor.kafka.store;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.outbox.Outbox;
import io.concor.kafka.read.GroupReader;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.RecordBound;
import io.concor.kafka.write.RemotePut;
import io.concor.queue.Ending;
import io.concor.queue.EventReceiver;
import io.concor.queue.FailedAttempts;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.measure.QueueActivity;
import io.concor.statistics.QueueFigures;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A queue of a store, as the engine uses it. Thread-safe. */
final class KafkaQueue implements StoredQueue {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    /** So long it may take to close a queue. */
    static final Duration CLOSE = Duration.ofSeconds(15);

    private final OpenQueue local;
    private final RecordBound bound;
    private final RuntimeParts parts;
    private final Outbox outbox;
    private final LongConsumer onClose;
    private @Nullable GroupReader reader; // guarded by this
    private volatile boolean closed;

    /**
     * @param bound how large its events may be
     * @param outbox what is put in transactions of a database
     * @param onClose is given until when to wait for what follows, once, when the queue is closed
     */
    KafkaQueue(OpenQueue local, RecordBound bound, RuntimeParts parts, Outbox outbox, LongConsumer onClose) {
        this.local = local;
        this.bound = bound;
        this.parts = parts;
        this.outbox = outbox;
        this.onClose = onClose;
    }

    OpenQueue local() {
        return local;
    }

    @Override
    public QueueDefinition definition() {
        return local.definition();
    }

    @Override
    public void use(QueueDefinition changed) {
        local.use(changed);
        outbox.use(changed);
        parts.puts().roomMade();
    }

    // puts

    @Override
    public NewEvent prepare(NewEvent event) {
        NewEvent prepared = local.prepare(event);
        if (!bound.isFarFrom(prepared)) {
            bound.require(definition().name(), event.id(), local.recordOf(local.eventRecord(prepared)));
        }
        return prepared;
    }

    @Override
    public StoredQueue entry() {
        return outbox.entry(this);
    }

    @Override
    public void put(NewEvent event, PutReceipt receipt) {
        requireOpen();
        EventRecord record = local.eventRecord(event);
        parts.puts().put(new RemotePut(local, record, receipt, outbox.place(event, receipt)));
    }

    @Override
    public void putInTransaction(NewEvent event, PutReceipt receipt) {
        requireOpen();
        local.requireUsable();
        outbox.putInTransaction(event, receipt);
    }

    @Override
    public void keepDead(NewEvent event, FailedAttempts failed, PutReceipt receipt) {
        throw new QueueStoreException(
                Sentence.of(
                        "The queue %s lies in Kafka, which keeps dead letters of remote slots only. Use a store for"
                                + " durable queues",
                        definition().name()),
                false,
                null);
    }

    private void requireOpen() {
        if (closed) {
            throw new QueueStoreException(
                    Sentence.of("The queue %s is closed", definition().name()), false, null);
        }
    }

    // what is known

    @Override
    public boolean isPaused() {
        return local.isPaused();
    }

    @Override
    public long depth() {
        return local.depth().events();
    }

    @Override
    public QueueFigures figures() {
        QueueActivity done = local.activity();
        return new QueueFigures(
                local.depth().events(),
                local.depth().oldestSeconds(),
                local.dead().get(),
                done.put().total(),
                done.taken().total(),
                done.retries().total(),
                local.depth().onTheWay(),
                local.depth().waitForRoom(),
                parts.activity().writing().nanos(),
                parts.activity().reading().nanos(),
                parts.health().state().reason());
    }

    @Override
    public boolean isEmpty() {
        return outbox.isEmpty() && local.depth().isKnownEmpty(); // in this order, which is that of events
    }

    // delivery

    @Override
    public synchronized void deliver(EventReceiver to) {
        requireOpen();
        local.delivery().to(to);
        if (reader != null && reader.goesOn()) {
            reader.roomMade(); // the receiver may be another one
        } else {
            reader = new GroupReader(local, parts.reading());
            reader.start();
        }
    }

    @Override
    public synchronized void stopDelivering() {
        local.delivery().to(null);
        if (reader != null) {
            reader.look();
        }
    }

    @Override
    public void roomMade() {
        if (local.delivery().roomMade()) {
            withReader(GroupReader::roomMade);
        }
    }

    private synchronized void withReader(Consumer<GroupReader> action) {
        if (reader != null) {
            action.accept(reader);
        }
    }

    /** A person has paused the queue, or ended that. */
    void look() {
        withReader(GroupReader::look);
    }

    @Override
    public void release(StoredEvent event) {
        RemoteEvent remote = (RemoteEvent) event;
        if (remote.revoke()) {
            remote.lease().hold(remote);
            remote.lease().listener().released(remote);
        }
    }

    @Override
    public void holdBehind(StoredEvent event) {
        RemoteEvent failed = (RemoteEvent) event;
        failed.lease().hold(failed);
    }

    // ends

    @Override
    public StoredBatch batch() {
        JdbcQueueStore database = parts.database();
        return database == null ? new RemoteBatch(parts.ends()) : new LedgerBatch(database, parts);
    }

    @Override
    public void endLater(StoredEvent event, Ending ending) {
        RemoteEnd end = end(event, ending);
        if (((RemoteEvent) event).end()) {
            hold(end);
            parts.ends().end(end);
        }
    }

    static RemoteEnd end(StoredEvent event, Ending ending) {
        OpenQueue next = ending instanceof Ending.HandedOn on ? ((KafkaQueue) on.to()).local : null;
        return RemoteEnd.of((RemoteEvent) event, ending, next);
    }

    /** Later events of the key wait from now on, if the end says so. */
    static void hold(RemoteEnd end) {
        RemoteEvent event = end.event();
        if (event != null && end.holdsOrder()) {
            event.lease().hold(event);
        }
    }

    static void unhold(RemoteEnd end) {
        RemoteEvent event = end.event();
        String key = event == null ? null : event.orderKey();
        if (event != null && key != null && end.holdsOrder()) {
            event.lease().unhold(key, event.rank());
        }
    }

    // the end

    /**
     * Closes queues together: they leave their groups when nothing is in work, and wait some seconds at most for all.
     *
     * @param until until when at most, by {@link System#nanoTime}
     */
    static void closeAll(Collection<KafkaQueue> queues, long until) {
        List<KafkaQueue> open = queues.stream().filter(queue -> !queue.closed).toList();
        open.forEach(KafkaQueue::stopDelivering);
        open.forEach(queue -> queue.closed = true);
        List<Outbox> outboxes = open.stream().map(queue -> queue.outbox).toList();
        long since = System.nanoTime();
        outboxes.forEach(Outbox::stop);
        List<GroupReader> readers = open.stream().flatMap(KafkaQueue::readers).toList();
        GroupReader.awaitLeft(readers, PATIENCE, until);
        Outbox.awaitEnd(outboxes, since, until);
        open.forEach(queue -> queue.onClose.accept(until));
    }

    private synchronized Stream<GroupReader> readers() {
        return Stream.ofNullable(reader);
    }

    /** The process ends without a goodbye. */
    void vanish() {
        closed = true;
        outbox.vanish();
        withReader(GroupReader::vanish);
    }

    @Override
    public void close() {
        if (!closed) {
            closeAll(List.of(this), parts.contact().closeUntil(CLOSE));
        }
    }
}
