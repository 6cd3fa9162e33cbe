package io.concor.statistics;

import org.jspecify.annotations.Nullable;

/**
 * Follows one sampled event. The calls come one after the other, each seeing what those before did, but on different
 * threads. The indices are those of the flow's components.
 *
 * <pre>
 * (taskStarted [taskReturned] taskStopped | waitStarted waitStopped)* ended
 * </pre>
 */
public interface EventObservation {

    /**
     * The calling thread is about to run a task.
     *
     * @param component the component's index
     */
    default void taskStarted(int component) {}

    /**
     * A transition task has returned on the thread that ran it, and has not called its continuation yet. The calling
     * thread has nothing more to do with the event.
     *
     * @param component the component's index
     */
    default void taskReturned(int component) {}

    /**
     * The task has done its work. The calling thread is the one that ran it, or after {@link #taskReturned} whichever
     * carries the event on.
     *
     * @param component the component's index
     * @param error what the event failed with, or null
     */
    default void taskStopped(int component, @Nullable Throwable error) {}

    /**
     * The event is about to be put into the ring of a slot.
     *
     * @param slot the index of the slot's component
     */
    default void waitStarted(int slot) {}

    /**
     * A thread has taken the event from the ring of a slot, or it could not be put there after all.
     *
     * @param slot the index of the slot's component
     */
    default void waitStopped(int slot) {}

    /**
     * The event has ended.
     *
     * @param outcome how
     * @param error what it failed with, or null
     */
    default void ended(EventOutcome outcome, @Nullable Throwable error) {}
}
