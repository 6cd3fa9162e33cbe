package io.concor.queues.event;

import io.concor.queue.EventReceiver;
import io.concor.queue.StoredEvent;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Hands the events of a queue to its receiver, and notes whether that waits for room. Thread-safe. */
public final class EventDelivery {

    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean awaitsRoom;
    private volatile boolean delivering;
    private @Nullable EventReceiver receiver; // guarded by lock

    /** What came of handing an event to the receiver. */
    public enum Offer {
        TAKEN,
        NO_ROOM,
        NOT_DELIVERING
    }

    /**
     * @param next gets events from now on; none if null
     */
    public void to(@Nullable EventReceiver next) {
        lock.lock();
        try {
            receiver = next;
            delivering = next != null;
        } finally {
            lock.unlock();
        }
    }

    /** Hands an event to the receiver. If it has no room, {@link #roomMade()} is true once afterwards. */
    public Offer offer(StoredEvent event) {
        lock.lock();
        try {
            if (receiver == null) {
                return Offer.NOT_DELIVERING;
            }
            return receives(receiver, event) ? Offer.TAKEN : Offer.NO_ROOM;
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
        boolean received = to.receive(event);
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
