package io.concor.statistics;

import org.jspecify.annotations.Nullable;

/**
 * Follows single sampled events, for tracing; {@link SampleListener} is for figures. Implementations are thread-safe.
 * An exception of an observer is logged and affects no event.
 */
@FunctionalInterface
public interface EventObserver {

    /** Follows no event. */
    EventObserver NONE = () -> null;

    /** A sampled event enters on the calling thread. Returns the observation that follows it, or null. */
    @Nullable
    EventObservation enter();

    /**
     * Follows one sampled event. The calls come from different threads, one after the other, and each sees what the
     * earlier ones wrote. Components and slots are identified by the index of the component. The order of the calls:
     *
     * <pre>
     * (taskStarted [taskReturned] taskStopped | waitStarted waitStopped)* ended
     * </pre>
     */
    interface EventObservation {

        /** The calling thread is about to run a task. */
        default void taskStarted(int component) {}

        /**
         * A transition task returned, on the thread that ran it, before its continuation was called. This thread has
         * nothing more to do with the event.
         */
        default void taskReturned(int component) {}

        /**
         * A task is done. The calling thread ran it or, after {@link #taskReturned}, carries the event on.
         *
         * @param error what the event failed with, or null
         */
        default void taskStopped(int component, @Nullable Throwable error) {}

        /** The event is about to be put into the ring of a slot. */
        default void waitStarted(int slot) {}

        /** A thread took the event from the ring of a slot, or the event could not be put there. */
        default void waitStopped(int slot) {}

        /**
         * The event ended.
         *
         * @param error what it failed with, or null
         */
        default void ended(EventOutcome outcome, @Nullable Throwable error) {}
    }
}
