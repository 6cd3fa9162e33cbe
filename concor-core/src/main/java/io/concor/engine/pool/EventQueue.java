package io.concor.engine.pool;

import io.concor.engine.event.Context;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The events that wait in a slot. Any number of threads may put and take. */
public interface EventQueue {

    /**
     * Adds an event.
     *
     * @return false if the queue is closed, and the caller keeps the event
     */
    boolean put(Context context);

    /** Adds an event that has waited in another queue, although this one is closed. */
    void adopt(Context context);

    /** Takes an event, or returns null if no event may be taken now. */
    @Nullable
    Context take(Worker worker);

    /** A worker that has handled its event takes no further one for now. */
    void leave(Worker worker);

    /** Whether no event may be taken now. */
    boolean isEmpty();

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

    /** Sets how many events may wait before the stage before pauses. */
    void capacity(int events);

    /** Returns how many events wait. */
    long waiting();

    /** Returns how many events were taken so far. */
    long taken();

    /** Returns the position of the last event that was put: how many there were so far, less one. */
    long lastPut();

    /** Makes every later {@link #put put} fail. */
    void close();

    void reopen();

    boolean isClosed();

    /** Whether the queue is closed and its threads have nothing to take. */
    boolean isDrained();

    /**
     * Takes all events of the closed queue, in an order that it keeps.
     *
     * @param taker the only one that takes
     */
    void drain(Worker taker, Consumer<Context> action);

    /** Shows the events that wait. Events that are put or taken meanwhile may be missing or included. */
    void forEach(Consumer<Context> action);

    /** Whether events may wait although none was taken since the last call. For one calling thread. */
    boolean isStalled();

    /** Whether an event waits that fulfils a condition. */
    boolean hasOverdue(Predicate<Context> overdue);

    /** Does what a thread without stack has left undone. Called at each tick. */
    void mend();
}
