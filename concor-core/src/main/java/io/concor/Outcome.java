package io.concor;

import java.util.Locale;

/** How an event ended. */
public enum Outcome {
    /** With a value. */
    COMPLETED,
    /** With an error. */
    FAILED,
    /** With a timeout. */
    TIMED_OUT;

    /** The word for this outcome in metrics. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
