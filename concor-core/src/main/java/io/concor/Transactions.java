package io.concor;

/**
 * Begins a transaction for each event that comes to the scope of one; see {@link FlowBuilder#transaction}.
 * Thread-safe.
 */
@FunctionalInterface
public interface Transactions {

    /**
     * Begins a transaction of its own for an event; the calling thread holds it. What the thread held by itself,
     * another transaction even, is to be back when the event's transaction is detached or ends.
     *
     * @return the transaction
     * @throws Throwable anything: it becomes the event's error, and the thread is as it was
     */
    Transaction begin() throws Throwable;

    /** What a topology calls what begins them, the name of a bean for instance. */
    default String name() {
        return getClass().getSimpleName();
    }
}
