package io.concor;

/**
 * The transaction of one event. At any time at most one thread holds it; the flow calls these methods one after the
 * other, each on a thread that sees everything done before. Between two tasks it may be detached from one thread and
 * attached to another.
 */
public interface Transaction {

    /**
     * Takes the transaction off the calling thread, which holds it. The thread holds again what it held by itself.
     *
     * @throws Throwable anything: it becomes the event's error; the calling thread still holds the transaction, which
     *     is rolled back
     */
    void detach() throws Throwable;

    /**
     * Makes the calling thread hold the transaction. What the thread holds by itself is set aside.
     *
     * @throws Throwable anything: it becomes the event's error, and the transaction is rolled back
     */
    void attach() throws Throwable;

    /**
     * Commits, on the thread that holds the transaction. Afterwards the transaction has ended, however this returns,
     * and the thread holds what it held by itself.
     *
     * @throws Throwable anything: it becomes the event's error
     */
    void commit() throws Throwable;

    /**
     * Rolls back, on the thread that holds the transaction; also on one that could not attach it. Afterwards the
     * transaction has ended, however this returns, and the thread holds what it held by itself.
     *
     * @throws Throwable anything: it is added to the event's error as a suppressed one
     */
    void rollback() throws Throwable;

    /** How the transaction of an event ended. */
    public enum Outcome {
        /** It was committed. */
        COMMITTED("committed"),
        /** It was rolled back, because the event had an error. */
        ROLLED_BACK("rolled-back"),
        /** It could not be begun, committed or rolled back; what became of it, its manager knows. */
        FAILED("failed");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }
}
