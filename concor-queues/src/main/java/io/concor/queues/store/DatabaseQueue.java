package io.concor.queues.store;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.EventReceiver;
import io.concor.queue.FailedAttempts;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.measure.QueueLevels;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import io.concor.queues.write.LetterRequest;
import io.concor.queues.write.PutRequest;
import io.concor.statistics.QueueFigures;
import io.concor.text.Sentence;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A queue of a store, as the engine uses it. Thread-safe. */
final class DatabaseQueue implements StoredQueue {

    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LocalQueue local;
    private final StoreParts parts;
    private final Runnable onClose;
    private volatile boolean closed;

    /**
     * @param onClose is run once, when the queue is closed
     */
    DatabaseQueue(QueueRow row, QueueDefinition definition, StoreParts parts, Runnable onClose) {
        local = new LocalQueue(
                row, definition, parts.format(), parts.activity().of(definition.name()), parts.writer()::roomMade);
        this.parts = parts;
        this.onClose = onClose;
    }

    LocalQueue local() {
        return local;
    }

    @Override
    public QueueDefinition definition() {
        return local.definition();
    }

    @Override
    public void use(QueueDefinition changed) {
        Order before = definition().order();
        local.use(changed);
        if (before != changed.order()) {
            parts.reader().reordered(local);
        }
        parts.writer().roomMade();
    }

    // puts

    @Override
    public NewEvent prepare(NewEvent event) {
        return local.prepare(event);
    }

    @Override
    public void put(NewEvent event, PutReceipt receipt) {
        requireOpen();
        NewRow written = local.newRow(event);
        local.depth().putBegun();
        parts.writer().put(new PutRequest(local, written, receipt));
    }

    @Override
    public void putInTransaction(NewEvent event, PutReceipt receipt) {
        requireOpen();
        NewRow written = local.newRow(event);
        List<PutRow> put;
        try {
            put = parts.transactions()
                    .perform(connection -> parts.ends().put(connection, List.of(local), List.of(written)));
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The event '%s' could not be put into the queue %s: %s",
                            event.id(), definition().name(), failed),
                    false,
                    failed);
        }
        long at = System.nanoTime();
        parts.transactions().onEnd(outcome -> ended(outcome, put, at, receipt));
    }

    private void ended(Transaction.Outcome outcome, List<PutRow> put, long at, PutReceipt receipt) {
        if (outcome == Transaction.Outcome.COMMITTED) {
            parts.announcements().put(put, System.nanoTime() - at > LATE_NANOS);
        } else if (outcome == Transaction.Outcome.FAILED) {
            parts.announcements().mayBeThere(put);
        }
        if (receipt.runsNoCode()) {
            tell(receipt, outcome);
        } else {
            parts.receipts().tell(() -> tell(receipt, outcome));
        }
    }

    private void tell(PutReceipt receipt, Transaction.Outcome outcome) {
        if (outcome == Transaction.Outcome.COMMITTED) {
            receipt.stored();
        } else {
            receipt.failed(notPut(outcome == Transaction.Outcome.FAILED));
        }
    }

    private QueueStoreException notPut(boolean unknown) {
        return new QueueStoreException(
                Sentence.of(
                        "The transaction in which an event was put into the queue %s %s",
                        definition().name(), unknown ? "ended in a way that is not known" : "was rolled back"),
                unknown,
                null);
    }

    /** Also after it was closed: the event has ended, and is to be kept as long as the store is open. */
    @Override
    public void keepDead(NewEvent event, FailedAttempts failed, PutReceipt receipt) {
        parts.letters().keep(new LetterRequest(definition(), local.newRow(event), failed, receipt));
    }

    private void requireOpen() {
        if (closed) {
            throw new QueueStoreException(
                    Sentence.of("The queue %s is closed", definition().name()), false, null);
        }
    }

    @Override
    public long depth() {
        return local.depth().events();
    }

    @Override
    public boolean hasRoom(int events) {
        boolean room = local.depth().hasRoom(events);
        if (!room) {
            parts.writer().count(local);
        }
        return room;
    }

    @Override
    public QueueFigures figures() {
        QueueActivity done = local.activity();
        QueueLevels known = local.levels().now();
        return new QueueFigures(
                known.depth(),
                known.oldestSeconds(),
                known.dead(),
                done.put().total(),
                done.taken().total(),
                done.retries().total(),
                local.depth().onTheWay(),
                local.depth().waitForRoom(),
                parts.activity().writing().nanos(),
                parts.activity().reading().nanos(),
                parts.health().state().reason());
    }

    /** Asked before and after the lanes of this process: between, one of them may have gone to another one, or have come. */
    @Override
    public boolean isEmpty() {
        return local.depth().isQuiet() && isNoneWithOthers() && parts.reader().isIdle(local) && isNoneWithOthers();
    }

    /** An event that another process handles may have been put by this one: the next one of its key must not overtake it. */
    private boolean isNoneWithOthers() {
        boolean none = !local.ownRows().mayBeWithOthers();
        if (!none) {
            parts.writer().count(local);
        }
        return none;
    }

    @Override
    public boolean isPaused() {
        return local.isPaused();
    }

    // delivery

    @Override
    public void deliver(EventReceiver to) {
        requireOpen();
        local.delivery().to(to);
        parts.reader().deliver(local);
        parts.membership().consume(local.number(), definition().order() == Order.ONE);
    }

    @Override
    public void stopDelivering() {
        local.delivery().to(null);
        parts.reader().stopDelivering(local);
        parts.membership().stopConsuming(local.number());
    }

    @Override
    public void roomMade() {
        if (local.delivery().roomMade()) {
            parts.reader().roomMade(local);
        }
    }

    @Override
    public void release(StoredEvent event) {
        ClaimedEvent claimed = (ClaimedEvent) event;
        if (claimed.revoke()) {
            local.holds().holdBehind(claimed);
            parts.reader().released(claimed);
        }
    }

    // ends

    @Override
    public StoredBatch batch() {
        return new EndBatch(parts);
    }

    @Override
    public void holdBehind(StoredEvent event) {
        ClaimedEvent failed = (ClaimedEvent) event;
        local.holds().holdBehind(failed);
        parts.reader().holdBehind(failed);
    }

    @Override
    public void endLater(StoredEvent event, Ending ending) {
        EndRequest end = end(event, ending);
        local.holds().hold(end);
        parts.writer().end(end);
    }

    static EndRequest end(StoredEvent event, Ending ending) {
        LocalQueue to = ending instanceof Ending.HandedOn on ? entry(on.to()) : null;
        return new EndRequest((ClaimedEvent) event, ending, to);
    }

    /** Returns where an event is put that goes to a queue, which may be of another store. */
    static LocalQueue entry(StoredQueue to) {
        if (to.entry() instanceof DatabaseQueue here) {
            return here.local;
        }
        throw new IllegalArgumentException("The queue " + to.definition().name()
                + " takes no part in the transactions of this store: its entry is no queue of it");
    }

    // the end

    /** Waits until lanes of which nothing is in work are given back, but some seconds at most. */
    private void awaitLanesGivenBack() {
        long deadline = System.nanoTime() + CLOSE_NANOS;
        while (local.ownsLanes() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(this, POLL_NANOS);
        }
    }

    /** The store ends without a goodbye. */
    void vanish() {
        stopDelivering();
        closed = true;
    }

    @Override
    public void close() {
        if (!closed) {
            stopDelivering();
            closed = true;
            awaitLanesGivenBack();
            parts.membership().abandon(local.number());
            parts.reader().remove(local);
            onClose.run();
        }
    }
}
