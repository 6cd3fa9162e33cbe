package io.concor.engine;

import io.concor.JoinSettings;
import org.jspecify.annotations.Nullable;

/** A ring and a pool: the content of a filled slot. The pool can be replaced while the ring and its events remain. */
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
     * Puts an event into the ring. Afterwards it belongs to the pool.
     *
     * @param worker the calling thread if it waits while the ring is full, or null if it does not
     * @return false if the ring is closed, and the caller has to read the routing table again
     */
    boolean put(Context context, @Nullable Worker worker) {
        if (worker != null) {
            ring.awaitRoom(worker);
        }
        if (ring.isClosed()) {
            Thread.yield(); // for the moment between the closing of the ring and the new routing table
            return false;
        }
        if (!ring.put(context)) {
            return false;
        }
        pool.signal();
        return true;
    }

    /**
     * Suspends the pool. Until it resumes, no thread waits for room: such a thread could not stop itself, and the ring
     * has a cell for every event of the flow.
     */
    void suspend() {
        ring.capacity(Integer.MAX_VALUE);
        pool.suspend();
    }

    void resume() {
        ring.capacity(settings.capacity());
        pool.resume();
    }

    /** Adopts settings, and the pool that serves the ring from now on, which may be the present one. */
    void use(JoinSettings changed, Pool next) {
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
}
