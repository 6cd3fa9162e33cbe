package io.concor;

import java.util.Locale;

/**
 * The transaction of one event. At most one thread holds it at any time. The flow calls the methods one after the other,
 * each on a thread that sees what the earlier calls wrote. Between two tasks the transaction may be detached from one
 * thread and attached to another.
 */
public interface Transaction {

    /**
     * Detaches the transaction from the calling thread, which holds it, and restores what the thread held before.
     *
     * @throws Throwable anything: it becomes the event's error. The calling thread still holds the transaction, which is
     *     rolled back
     */
    void detach() throws Throwable;

    /**
     * Attaches the transaction to the calling thread and sets aside what the thread holds.
     *
     * @throws Throwable anything: it becomes the event's error, and the transaction is rolled back
     */
    void attach() throws Throwable;

    /**
     * Commits, on the thread that holds the transaction. However this returns, the transaction has ended and the thread
     * holds what it held before.
     *
     * @throws Throwable anything: it becomes the event's error
     */
    void commit() throws Throwable;

    /**
     * Rolls back, on the thread that holds the transaction or failed to attach it. However this returns, the transaction
     * has ended and the thread holds what it held before.
     *
     * @throws Throwable anything: it is added to the event's error as suppressed
     */
    void rollback() throws Throwable;

    /** How the transaction of an event ended. */
    enum Outcome {
        /** Committed. */
        COMMITTED,
        /** Rolled back, because the event had an error. */
        ROLLED_BACK,
        /** It could not be begun, committed or rolled back. Only its manager knows its state. */
        FAILED;

        /** Returns the name of this outcome in metrics, such as {@code rolled-back}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
