package io.concor.engine.pool;

import io.concor.engine.event.Context;
import io.concor.engine.event.ReadyLanes;
import org.jspecify.annotations.Nullable;

/** The queue of a slot: what an event passes between two stages. Any number of threads may put and take. */
public interface EventQueue extends Backlog {

    /**
     * Adds an event.
     *
     * @return false if the queue is closed, and the caller keeps the event
     */
    boolean put(Context context);

    /** Takes an event, or returns null if no event may be taken now. */
    @Nullable
    Context take(Worker worker);

    /**
     * Takes the event behind one that holds its lane. The lane passes to it. Returns null if there is none that may be taken, or
     * there are no lanes.
     */
    default @Nullable Context takeBehind(Context before, Worker worker) {
        return null;
    }

    /** A worker that has handled its event takes no further one for now. */
    void leave(Worker worker);

    /** Whether no event may be taken now. */
    boolean isEmpty();

    /** A pool takes the events from now on. */
    void servedBy(ReadyLanes.Server pool);

    /**
     * Waits a moment for a publisher that is about to make an event available.
     *
     * @return whether there is such a publisher
     */
    boolean awaitPublication();

    /**
     * Pauses a worker of the stage before, which calls this, while the queue is full.
     *
     * @return whether the thread paused
     */
    boolean awaitRoom(Worker worker);

    /** Whether a worker of the stage before has to pause. */
    boolean isFull();

    /** Whether each of so many contexts may wait in it: a reserve may have been added since it was made. */
    boolean holds(int contexts);

    /** Sets how many events may wait before the stage before pauses. */
    void capacity(int events);

    /** Makes every later {@link #put put} fail. */
    void close();

    void reopen();

    boolean isClosed();

    /** Whether the queue is closed and its threads have nothing to take. */
    boolean isDrained();
}
