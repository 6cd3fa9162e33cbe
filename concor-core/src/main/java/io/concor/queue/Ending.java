package io.concor.queue;

import java.time.Duration;

/** How the handling of a stored event ended. */
public sealed interface Ending {

    /** It was handled: the queue forgets it. */
    record Handled() implements Ending {}

    /**
     * It was handled and goes on in another queue, in the same transaction.
     *
     * @param to the next queue, of a store that has the same {@linkplain QueueStore#base() base}
     * @param event what is put there, {@linkplain StoredQueue#prepare prepared} by that queue
     */
    record HandedOn(StoredQueue to, NewEvent event) implements Ending {}

    /**
     * It failed and is tried again.
     *
     * @param failure the error
     * @param delay when at the earliest; zero to 36,500 days
     */
    record Postponed(Failure failure, Duration delay) implements Ending {

        @Override
        public boolean holdsOrder() {
            return failure.holdsOrder();
        }
    }

    /**
     * It failed and is not tried again: it becomes a dead letter.
     *
     * @param failure the error
     */
    record Dead(Failure failure) implements Ending {

        @Override
        public boolean holdsOrder() {
            return failure.holdsOrder();
        }
    }

    /**
     * The error of an attempt.
     *
     * @param component the component that failed
     * @param error what it threw
     * @param holdsOrder whether later events of the same key, or all where one thread serves the queue, wait until this one is
     *     handled, requeued or deleted. Those of them that were handed out are {@linkplain StoredEvent#isRecalled() recalled}
     */
    record Failure(String component, Throwable error, boolean holdsOrder) {}

    /** Returns whether it is a failure for which {@linkplain Failure#holdsOrder() later events wait}. */
    default boolean holdsOrder() {
        return false;
    }
}
