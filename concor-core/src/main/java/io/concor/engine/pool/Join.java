package io.concor.engine.pool;

import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import org.jspecify.annotations.Nullable;

/** A queue and a pool: the content of a filled slot. The pool can be replaced while the queue and its events remain. */
public final class Join {

    private final EventQueue queue;
    private final @Nullable LaneChooser lanes;
    /** Where arriving events wait before they come into the queue, or null. */
    private volatile @Nullable Storage storage;

    private volatile JoinSettings settings;
    private volatile Pool pool;

    /** @param lanes chooses the lanes of arriving events in front of a keyed component, or null */
    public Join(JoinSettings settings, EventQueue queue, @Nullable LaneChooser lanes, Pool pool) {
        this.settings = settings;
        this.queue = queue;
        this.lanes = lanes;
        this.pool = pool;
        serve(pool);
    }

    /**
     * Puts an event into the queue. Afterwards it belongs to the pool.
     *
     * @param worker the calling thread if it waits while the queue is full, or null if it does not
     * @return false if the queue is closed, and the caller has to read the routing table again
     */
    public boolean put(Context context, @Nullable Worker worker) {
        Storage store = storage;
        return (store != null && store.put(context)) || putIntoQueue(context, worker);
    }

    /** Puts an event into the queue, also one that comes from the storage: see {@link #put}. */
    public boolean putIntoQueue(Context context, @Nullable Worker worker) {
        if (worker != null) {
            queue.awaitRoom(worker);
        }
        if (queue.isClosed()) {
            Thread.yield(); // until the new routing table is written, or the waiting events have moved
            return false;
        }
        if (lanes != null) {
            lanes.choose(context);
        }
        if (!queue.put(context)) {
            return false;
        }
        if (lanes == null || !queue.isEmpty()) { // a lane that is held is not ready
            pool.signal();
        }
        return true;
    }

    /** Opens the queue again. What a storage could not bring meanwhile comes now. */
    public void reopen() {
        queue.reopen();
        Storage store = storage;
        if (store != null) {
            store.roomMade();
        }
    }

    /** Runs code of users in front of a keyed component. Later calls for the same event have no effect. */
    public void chooseLane(Context context) {
        Storage store = storage;
        if (store != null) {
            store.prepare(context);
        }
        if (lanes != null) {
            lanes.choose(context);
        }
    }

    /** Whether events wait for a keyed component. */
    public boolean hasLanes() {
        return lanes != null;
    }

    /** Whether code of users runs for arriving events: that of a key, or what writes them down for the storage. */
    public boolean runsCode() {
        return lanes != null || storage != null;
    }

    /** Returns where arriving events wait before they come into the queue, or null. */
    public @Nullable Storage storage() {
        return storage;
    }

    /** Arriving events wait elsewhere from now on, or in the queue itself. */
    public void storage(@Nullable Storage next) {
        storage = next;
    }

    /**
     * Suspends the pool. Until it resumes, no thread waits for room: such a thread could not stop itself, and the queue
     * has room for every event of the flow.
     */
    public void suspend() {
        queue.capacity(Integer.MAX_VALUE);
        pool.suspend();
    }

    public void resume() {
        queue.capacity(settings.capacity());
        pool.resume();
    }

    /** Adopts settings, and the pool that serves the queue from now on, which may be the present one. */
    public void use(JoinSettings changed, Pool next) {
        settings = changed;
        pool = next;
        serve(next);
        queue.capacity(changed.capacity());
    }

    private void serve(Pool next) {
        next.formBatches(settings.batchingOrDefault());
        queue.servedBy(next);
    }

    public JoinSettings settings() {
        return settings;
    }

    public EventQueue queue() {
        return queue;
    }

    public Pool pool() {
        return pool;
    }
}
