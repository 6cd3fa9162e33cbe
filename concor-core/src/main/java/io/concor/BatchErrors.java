package io.concor;

import java.util.Locale;

/** What happens to the events of a batch whose call fails. */
public enum BatchErrors {
    /** Each event of the batch fails with that error. */
    FAIL,
    /**
     * The batch is handled again in halves, and these in halves, so that only those events fail that fail alone. Tasks whose
     * effects no transaction rolls back then repeat them.
     */
    SPLIT;

    /** Returns the name in configuration, endpoints and presets. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
