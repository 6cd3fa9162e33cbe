package io.concor;

/** Begins a transaction for each event that reaches a range set by {@link FlowBuilder#transaction}. Thread-safe. */
@FunctionalInterface
public interface Transactions {

    /**
     * Begins a new transaction, held by the calling thread. What the thread held before, such as another transaction, is
     * restored when the new one is detached or ends.
     *
     * @throws Throwable anything: it becomes the event's error, and the thread is as before
     */
    Transaction begin() throws Throwable;

    /** Returns the name shown in the topology, for example that of a bean. */
    default String name() {
        return getClass().getSimpleName();
    }
}
