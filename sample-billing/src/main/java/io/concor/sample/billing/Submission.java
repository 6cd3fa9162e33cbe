package io.concor.sample.billing;

import org.jspecify.annotations.Nullable;

/**
 * A record as it was sent. It enters the flow, and remembers what the record has added to a running balance, in case it is
 * not billed. Thread-safe.
 */
public final class Submission {

    private final String text;
    private final String source;
    private @Nullable Charge charge;
    private boolean ended;

    /**
     * Creates a submission.
     *
     * @param text the record
     * @param source where it comes from, such as {@code http} or a file and a line
     */
    public Submission(String text, String source) {
        this.text = text;
        this.source = source;
    }

    String text() {
        return text;
    }

    String source() {
        return source;
    }

    /** Remembers the charge. Returns false if the record has already ended: nothing would take the charge back. */
    synchronized boolean remember(Charge added) {
        if (ended) {
            return false;
        }
        charge = added;
        return true;
    }

    /** Ends the record. Returns its charge, or null if there is none. */
    public synchronized @Nullable Charge end() {
        ended = true;
        return charge;
    }
}
