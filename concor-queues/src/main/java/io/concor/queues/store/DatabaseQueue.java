package io.concor.queues.store;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.EventReceiver;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.UnwritableMessageException;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.measure.QueueLevels;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import io.concor.statistics.QueueFigures;
import io.concor.text.Sentence;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A queue of a store. Thread-safe. */
final class DatabaseQueue implements StoredQueue {

    /** So many puts in a row go to one lane, so that a batch touches few lanes. */
    private static final int RUN_SHIFT = 5;

    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final QueueRow row;
    private final StoreParts parts;
    private final Runnable onClose;
    private final AtomicLong depth = new AtomicLong();
    private final AtomicInteger puts = new AtomicInteger();
    private final AtomicInteger waitingPuts = new AtomicInteger();
    private final AtomicInteger reserved = new AtomicInteger();
    private final AtomicInteger waitingForRoom = new AtomicInteger();
    private final QueueActivity activity;
    private final OrderHolds holds = new OrderHolds(this::definition);
    private final ReentrantLock delivery = new ReentrantLock();
    private volatile QueueDefinition definition;
    private volatile MessageFormat format;
    private volatile long ownedLanes;
    private volatile boolean depthChanged;
    private volatile boolean closed;
    private volatile boolean delivering;
    /** What was read last, and {@link #net} at that time. */
    private volatile Counted counted = new Counted(new QueueLevels(0, 0, 0), 0);

    private @Nullable EventReceiver receiver; // guarded by delivery

    /**
     * @param onClose is run once, when the queue is closed
     */
    DatabaseQueue(QueueRow row, QueueDefinition definition, StoreParts parts, Runnable onClose) {
        this.row = row;
        this.definition = definition;
        this.format = parts.format().of(definition);
        this.parts = parts;
        this.onClose = onClose;
        this.activity = parts.activity().of(definition.name());
    }

    private record Counted(QueueLevels levels, long net) {}

    int number() {
        return row.id();
    }

    int lanes() {
        return row.lanes();
    }

    boolean isPausedAtOpening() {
        return row.paused();
    }

    @Override
    public QueueDefinition definition() {
        return definition;
    }

    @Override
    public void use(QueueDefinition changed) {
        Order before = definition.order();
        format = parts.format().of(changed);
        definition = changed;
        if (before != changed.order()) {
            parts.reader().reordered(this);
        }
        parts.writer().roomMade();
    }

    // puts

    @Override
    public NewEvent prepare(NewEvent event) {
        return new NewEvent(event.id(), event.unique(), written(event), event.key(), event.delay(), event.headers());
    }

    private EncodedMessage written(NewEvent event) {
        try {
            return format.write(event.message());
        } catch (UnwritableMessageException unwritable) {
            throw new QueueStoreException(String.valueOf(unwritable.getMessage()), false, unwritable);
        } catch (Exception failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The event '%s' cannot be written for the queue %s: %s",
                            event.id(), definition.name(), failed),
                    false,
                    failed);
        }
    }

    @Override
    public void put(NewEvent event, PutReceipt receipt) {
        requireOpen();
        NewRow written = newRow(event);
        waitingPuts.incrementAndGet();
        parts.writer().put(new PutRequest(this, written, receipt));
    }

    @Override
    public void putInTransaction(NewEvent event, PutReceipt receipt) {
        requireOpen();
        NewRow written = newRow(event);
        List<PutRow> put;
        try {
            put = parts.transactions()
                    .perform(connection -> parts.ends().put(connection, List.of(this), List.of(written)));
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The event '%s' could not be put into the queue %s: %s",
                            event.id(), definition.name(), failed),
                    false,
                    failed);
        }
        long at = System.nanoTime();
        parts.transactions().onEnd(outcome -> ended(outcome, put, at, receipt));
    }

    private void ended(Transaction.Outcome outcome, List<PutRow> put, long at, PutReceipt receipt) {
        if (outcome != Transaction.Outcome.ROLLED_BACK) {
            parts.announcements().put(put, System.nanoTime() - at > LATE_NANOS);
        }
        parts.receipts().tell(() -> {
            if (outcome == Transaction.Outcome.COMMITTED) {
                receipt.stored();
            } else {
                boolean unknown = outcome == Transaction.Outcome.FAILED;
                receipt.failed(new QueueStoreException(
                        Sentence.of(
                                "The transaction in which an event was put into the queue %s %s",
                                definition.name(), unknown ? "ended in a way that is not known" : "was rolled back"),
                        unknown,
                        null));
            }
        });
    }

    /** Returns the row of a prepared event. */
    NewRow newRow(NewEvent event) {
        if (!(event.message() instanceof EncodedMessage message)) {
            throw new IllegalArgumentException("the event was not prepared");
        }
        return new NewRow(
                number(),
                laneOf(event.key()),
                event.id(),
                event.unique(),
                event.key(),
                message,
                event.headers(),
                event.delay().toMillis());
    }

    private int laneOf(@Nullable String key) {
        return switch (definition.order()) {
            case ONE -> 0;
            case KEY -> key == null ? anyLane() : KeyLanes.laneOf(key, lanes());
            case ANY -> anyLane();
        };
    }

    private int anyLane() {
        return ((puts.getAndIncrement() >>> RUN_SHIFT) & Integer.MAX_VALUE) % lanes();
    }

    @Nullable
    Object read(EncodedMessage message) throws Exception {
        return format.read(message);
    }

    private void requireOpen() {
        if (closed) {
            throw new QueueStoreException(Sentence.of("The queue %s is closed", definition.name()), false, null);
        }
    }

    // how many wait

    @Override
    public long depth() {
        return Math.max(0, depth.get());
    }

    @Override
    public QueueFigures figures() {
        Counted known = counted;
        long waits = Math.max(0, known.levels().depth() + activity.net() - known.net());
        int forRoom = waitingForRoom.get();
        return new QueueFigures(
                waits,
                waits == 0 ? 0 : known.levels().oldestSeconds(),
                known.levels().dead(),
                activity.put().total(),
                activity.taken().total(),
                activity.retries().total(),
                Math.max(0, waitingPuts.get() - forRoom),
                forRoom,
                parts.activity().writing().nanos(),
                parts.activity().reading().nanos(),
                parts.health().state().reason());
    }

    /** Returns by how many events this process has made the queue longer. */
    long net() {
        return activity.net();
    }

    /** Takes over what was read. */
    void levels(QueueLevels read, long netBefore) {
        counted = new Counted(read, netBefore);
    }

    QueueActivity activity() {
        return activity;
    }

    /** Puts wait because the queue is full, or no longer. For the writer's thread. */
    void waitForRoom(int more) {
        waitingForRoom.addAndGet(more);
    }

    void grew() {
        activity.put().add(1);
        depthChanged = true;
        depth.incrementAndGet();
    }

    void shrank() {
        activity.taken().add(1);
        depthChanged = true;
        if (depth.decrementAndGet() < definition.capacity()) {
            parts.writer().roomMade();
        }
    }

    void counted(long rows) {
        depthChanged = false;
        depth.set(rows);
    }

    /** Returns whether the depth may differ from what was counted: other processes put and take too. */
    boolean isDepthStale() {
        return depthChanged;
    }

    /** Reserves room for a put. Returns false if the queue is full. For the writer's thread. */
    boolean reserve() {
        boolean room = depth.get() + reserved.get() < definition.capacity();
        if (room) {
            reserved.incrementAndGet();
        }
        return room;
    }

    /** A put that had room is not on its way any more. */
    void putDone() {
        reserved.decrementAndGet();
        waitingPuts.decrementAndGet();
    }

    @Override
    public boolean isEmpty() {
        return waitingPuts.get() == 0 && parts.reader().isIdle(this);
    }

    // order

    OrderHolds holds() {
        return holds;
    }

    /** Returns whether a postponed event stays where it is, so that later events of its key wait. */
    boolean keepsPlace(EndRequest end) {
        return end.ending() instanceof Ending.Postponed postponed
                && postponed.failure().holdsOrder()
                && holds.orderKey(end.event().key()) != null;
    }

    // delivery

    @Override
    public void deliver(EventReceiver to) {
        requireOpen();
        delivery.lock();
        try {
            receiver = to;
            delivering = true;
        } finally {
            delivery.unlock();
        }
        parts.reader().deliver(this);
        parts.membership().consume(number(), definition.order() == Order.ONE);
    }

    /** What came of handing an event to the receiver. */
    enum Offer {
        TAKEN,
        NO_ROOM,
        NOT_DELIVERING
    }

    Offer offer(ClaimedEvent event) {
        delivery.lock();
        try {
            if (receiver == null) {
                return Offer.NOT_DELIVERING;
            }
            return receiver.receive(event) ? Offer.TAKEN : Offer.NO_ROOM;
        } finally {
            delivery.unlock();
        }
    }

    @Override
    public void stopDelivering() {
        delivery.lock();
        try {
            receiver = null;
            delivering = false;
        } finally {
            delivery.unlock();
        }
        parts.reader().stopDelivering(this);
        parts.membership().stopConsuming(number());
    }

    @Override
    public void roomMade() {
        parts.reader().roomMade(this);
    }

    @Override
    public void release(StoredEvent event) {
        ClaimedEvent claimed = (ClaimedEvent) event;
        if (claimed.revoke()) {
            holds.holdBehind(claimed);
            parts.reader().released(claimed);
        }
    }

    /** Whether events may be begun. */
    boolean isDelivering() {
        return delivering;
    }

    /** An event turned out to be another process's, or to have ended. */
    void disown(ClaimedEvent event) {
        if (event.revoke()) {
            parts.reader().disowned(event);
        }
    }

    @Override
    public StoredBatch batch() {
        return new EndBatch(parts);
    }

    @Override
    public void endLater(StoredEvent event, Ending ending) {
        EndRequest end = new EndRequest((ClaimedEvent) event, ending);
        holds.hold(end);
        parts.writer().end(end);
    }

    // lanes, as the reader has them

    void owns(long lanes) {
        ownedLanes = lanes;
    }

    boolean ownsLane(int lane) {
        return (ownedLanes >>> lane & 1) != 0;
    }

    boolean ownsLanes() {
        return ownedLanes != 0;
    }

    /** Waits until lanes of which nothing is in work are given back, but some seconds at most. */
    private void awaitLanesGivenBack() {
        long deadline = System.nanoTime() + CLOSE_NANOS;
        while (ownsLanes() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(this, POLL_NANOS);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            stopDelivering();
            closed = true;
            awaitLanesGivenBack();
            parts.membership().abandon(number());
            parts.reader().remove(this);
            onClose.run();
        }
    }
}
