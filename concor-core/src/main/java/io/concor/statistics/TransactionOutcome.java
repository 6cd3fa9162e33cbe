package io.concor.statistics;

/** How the transaction of an event ended. */
public enum TransactionOutcome {
    /** It was committed. */
    COMMITTED("committed"),
    /** It was rolled back, because the event had an error. */
    ROLLED_BACK("rolled-back"),
    /** It could not be begun, committed or rolled back; what became of it, its manager knows. */
    FAILED("failed");

    private final String word;

    TransactionOutcome(String word) {
        this.word = word;
    }

    @Override
    public String toString() {
        return word;
    }
}
