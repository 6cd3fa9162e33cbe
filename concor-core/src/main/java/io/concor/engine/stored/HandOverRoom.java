package io.concor.engine.stored;

import io.concor.queue.StoredQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The room of a queue for events that the stage before hands on in its transactions. A transaction does not wait for room: so the queue
 * before keeps its events while this one is full, and holds no thread for that. Thread-safe.
 *
 * <p>Who has waited waits until some events have room, so that transactions have several.
 */
final class HandOverRoom {

    private static final int MOST_TOGETHER = 256;

    private final StoredQueue queue;
    private final Set<StoredQueue> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean full;

    HandOverRoom(StoredQueue queue) {
        this.queue = queue;
    }

    /**
     * Returns whether one more event may come. If not, the queue before learns when that may have changed.
     *
     * @param before the queue of the stage before
     * @param coming how many of its events may come already
     */
    boolean admits(StoredQueue before, int coming) {
        if (isThereFor(coming)) {
            return true;
        }
        waiting.add(before);
        return isThereFor(coming); // it may have been made before the queue was known
    }

    private boolean isThereFor(int coming) {
        boolean room = queue.hasRoom(coming + (full ? together() : 1));
        if (full == room) {
            full = !room;
        }
        return room;
    }

    private int together() {
        return Math.max(1, Math.min(MOST_TOGETHER, queue.definition().capacity() / 4));
    }

    /** An event has left the queue, or other processes may have taken some. */
    void look() {
        if (!waiting.isEmpty() && queue.hasRoom(together())) {
            waiting.stream().filter(waiting::remove).forEach(StoredQueue::roomMade);
        }
    }

    /** Events do not come in transactions any more. */
    void open() {
        waiting.stream().filter(waiting::remove).forEach(StoredQueue::roomMade);
    }
}
