package io.concor.experiments.durable.subject;

import java.util.List;

/** A queue in a database and the task that handles its events. Several processes may share the queue. Thread-safe. */
public interface Subject extends AutoCloseable {

    /** An option with which a process puts and handles nothing, if {@code true}. Programs that cannot, handle too. */
    String OPTION_ONLY_PUTS = "only-puts";

    /**
     * An option with which a queue is paused in all processes, if {@code true}, or resumed, if {@code false}. Programs that cannot
     * have their tasks wait.
     */
    String OPTION_PAUSED = "paused";

    /** An option with the address of the broker, if there is one. */
    String OPTION_BROKER = "broker";

    /**
     * Puts events in this order. When it returns, they are accepted: each must be handled. If it throws, each may have
     * been accepted or not. Events of one key are put by one thread.
     */
    void put(List<Event> events) throws Exception;

    /**
     * Runs a transaction of a caller that contains the put of this event and nothing else.
     *
     * @throws UnsupportedOperationException if the queue cannot put in a caller's transaction
     */
    default void putInTransaction(Event event) throws Exception {
        throw new UnsupportedOperationException("The queue cannot put in a caller's transaction");
    }

    /** Returns whether {@link #putInTransaction} is supported. */
    default boolean joinsTransactions() {
        return false;
    }

    /**
     * Changes the layout while events flow.
     *
     * @param number chooses one of the changes: any number, zero or more
     * @return what has changed, or why nothing has
     */
    default String change(int number) {
        return "there is no layout to change";
    }

    /** Returns whether events are handled at all. */
    default boolean handles() {
        return true;
    }

    /** Returns the number of events that were put and are not handled yet, of all processes. */
    long waiting() throws Exception;

    /** Stops in order: what is in work is finished or left to other processes. */
    @Override
    void close() throws Exception;
}
