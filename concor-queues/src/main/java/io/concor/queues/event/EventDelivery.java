package io.concor.queues.event;

import io.concor.queue.EventReceiver;
import io.concor.queue.StoredEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the events of a queue to its receiver, and notes whether that waits for room. Thread-safe. */
public final class EventDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(EventDelivery.class);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final String queue;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean awaitsRoom;
    private volatile boolean delivering;
    private volatile @Nullable EventReceiver receiver;

    /** @param queue its name */
    public EventDelivery(String queue) {
        this.queue = queue;
    }

    /** What came of handing an event to the receiver. */
    public enum Offer {
        TAKEN,
        NO_ROOM,
        NOT_DELIVERING
    }

    /**
     * Sets the receiver. If there is none any more, waits until none is being called, two seconds at most: it reads the message by code
     * of users, which may block. What is read then is not handled.
     *
     * @param next gets events from now on; none if null
     */
    public void to(@Nullable EventReceiver next) {
        receiver = next;
        delivering = next != null;
        if (next == null && !awaitOffer()) {
            LOG.warn(
                    "An event of the queue {} is being read for more than two seconds, and is not waited for: its"
                            + " MessageCodec or a MessageUpcaster blocks. No other event of its store is handed out meanwhile",
                    queue);
        }
    }

    private boolean awaitOffer() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    boolean over = lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    if (over) {
                        lock.unlock();
                    }
                    return over;
                } catch (InterruptedException again) {
                    interrupted = true; // the caller relies on the wait
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Hands an event to the receiver. If it has no room, {@link #roomMade()} is true once afterwards. */
    public Offer offer(StoredEvent event) {
        lock.lock();
        try {
            EventReceiver present = receiver;
            if (present == null) {
                return Offer.NOT_DELIVERING;
            }
            return receives(present, event) ? Offer.TAKEN : Offer.NO_ROOM;
        } finally {
            lock.unlock();
        }
    }

    /** Room that is made between the refusal and the note of it would be overlooked: hence the second call. */
    private boolean receives(EventReceiver to, StoredEvent event) {
        if (to.receive(event)) {
            return true;
        }
        awaitsRoom = true;
        boolean received = to == receiver && to.receive(event);
        awaitsRoom &= !received;
        return received;
    }

    /** The receiver has room. Returns whether the reader is to know. */
    public boolean roomMade() {
        boolean awaited = awaitsRoom;
        if (awaited) {
            awaitsRoom = false;
        }
        return awaited;
    }

    /** Returns whether events may be begun. */
    public boolean isDelivering() {
        return delivering;
    }
}
