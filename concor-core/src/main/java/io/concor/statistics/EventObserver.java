package io.concor.statistics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows single sampled events, for tracing; {@link SampleListener} is for figures. Implementations are thread-safe.
 * An exception of an observer is logged and affects no event.
 */
@FunctionalInterface
public interface EventObserver {

    /** Follows no event. */
    EventObserver NONE = () -> null;

    /** The most events a second that are followed, unless all events are sampled. */
    int MAX_EVENTS_PER_SECOND = 100;

    /** A sampled event enters on the calling thread. Returns the observation that follows it, or null. */
    @Nullable
    EventObservation enter();

    /**
     * A batch task is about to run, on the calling thread. Called after {@link EventObservation#batchTaskStarted} of each
     * event.
     *
     * @param size the number of messages
     * @param events the observations of the sampled events among them, at least one
     * @return the observation of the call, or null
     */
    default @Nullable BatchObservation batchStarted(int component, int size, List<EventObservation> events) {
        return null;
    }

    /** Follows one call of a batch task. With {@link io.concor.BatchErrors#SPLIT}, that includes the calls for its parts. */
    @FunctionalInterface
    interface BatchObservation {

        /**
         * The task is done, on the same thread. Called before {@link EventObservation#batchTaskStopped} of each event.
         *
         * @param error what the first event failed with that failed, or null
         */
        void stopped(@Nullable Throwable error);
    }

    /**
     * Follows one sampled event. The calls come from different threads, one after the other, and each sees what the
     * earlier ones wrote. Components and slots are identified by the index of the component. The order of the calls:
     *
     * <pre>
     * (taskStarted [taskReturned] taskStopped | batchTaskStarted batchTaskStopped | waitStarted waitStopped)* ended
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

        /**
         * A batch task is about to run for this event and others. The calls for the events of a batch, one after the other,
         * come before the task runs. By default, the same as {@link #taskStarted}.
         */
        default void batchTaskStarted(int component) {
            taskStarted(component);
        }

        /**
         * A batch task is done. The calls for the events of a batch come in the reverse order of {@link #batchTaskStarted}. By
         * default, the same as {@link #taskStopped}.
         *
         * @param error what the event failed with, or null
         */
        default void batchTaskStopped(int component, @Nullable Throwable error) {
            taskStopped(component, error);
        }

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
