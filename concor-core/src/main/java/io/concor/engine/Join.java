package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.layout.SlotState;

/**
 * What stands in a filled slot: a ring and a pool. The pool can be exchanged while the ring stays, so that waiting
 * events keep their place.
 */
final class Join {

    private final Ring ring;
    private volatile JoinSettings settings;
    private volatile Pool pool;

    Join(JoinSettings settings, Ring ring, Pool pool) {
        this.settings = settings;
        this.ring = ring;
        this.pool = pool;
    }

    /**
     * Puts an event into the ring; afterwards it belongs to the pool.
     *
     * @param mayPause whether the calling thread may be kept waiting while the ring is full
     * @return false when the join is being taken out: the slot is to be looked at again
     */
    boolean put(Context context, boolean mayPause) {
        if (mayPause) {
            ring.awaitRoom();
        }
        if (ring.closed()) {
            Thread.yield(); // only for the moment between the closing of the ring and the new plan
            return false;
        }
        if (!ring.put(context)) {
            return false;
        }
        pool.signal();
        return true;
    }

    /**
     * Lets the threads come to rest. Meanwhile nobody is kept waiting for room: a thread that paused here could not
     * come to rest itself, and the ring has cells for all events of the flow.
     */
    void hold() {
        ring.capacity(Integer.MAX_VALUE);
        pool.hold();
    }

    /** Lets the threads go on. */
    void release() {
        ring.capacity(settings.capacity());
        pool.release();
    }

    /** Takes over another pool, or other bounds of the same, which serves the same ring. */
    void settle(JoinSettings changed, Pool next) {
        settings = changed;
        pool = next;
        ring.capacity(changed.capacity());
    }

    JoinSettings settings() {
        return settings;
    }

    Ring ring() {
        return ring;
    }

    Pool pool() {
        return pool;
    }

    SlotState state(String slot) {
        Pool serving = pool;
        return new SlotState(slot, settings, ring.count(), serving.active(), serving.threads(), ring.taken());
    }
}
