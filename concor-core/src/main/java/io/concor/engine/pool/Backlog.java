package io.concor.engine.pool;

import io.concor.engine.event.Context;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What waits in a slot, as those see it who are not on the path of an event: statistics, timeouts, changes and stops. Any
 * thread may ask.
 */
public interface Backlog {

    /** Returns how many events wait. */
    long waiting();

    /** Returns how many events were taken so far. */
    long taken();

    /** Returns how many events were taken from each lane so far, or nothing if there are no lanes. */
    default long[] takenOfLanes() {
        return new long[0];
    }

    /** Returns the position of the last event that was put: how many there were so far, less one. */
    long lastPut();

    /** Shows the events that wait. Events that are put or taken meanwhile may be missing or included. */
    void forEach(Consumer<Context> action);

    /** Whether the event of a context waits here. */
    boolean contains(int context);

    /** Whether events may wait although none was taken since the last call. For one calling thread. */
    boolean isStalled();

    /** Whether an event waits that fulfils a condition. */
    boolean hasOverdue(Predicate<Context> overdue);

    /** Whether events may be taken and put while {@link #removeIf} runs. */
    boolean removesWhileTaken();

    /**
     * Removes the events that fulfil a condition. The others keep their order. Unless the queue {@linkplain
     * #removesWhileTaken() allows it}, no thread may take an event meanwhile, or put one with a context that waits here.
     *
     * @param removed receives the events, also if it has no memory for all of them
     */
    void removeIf(Predicate<Context> condition, List<Context> removed);

    /** Adds an event that has waited in another queue, although this one is closed. */
    void adopt(Context context);

    /**
     * Takes all events of the closed queue, in an order that it keeps.
     *
     * @param taker the only one that takes
     */
    void drain(Worker taker, Consumer<Context> action);

    /** Does what a thread without stack has left undone. Called at each tick. */
    void mend();
}
