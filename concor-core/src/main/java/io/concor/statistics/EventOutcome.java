package io.concor.statistics;

import io.concor.EventTimeoutException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How an event ended. */
public enum EventOutcome {
    /** With a value. */
    COMPLETED,
    /** With an error. */
    FAILED,
    /** With a timeout. */
    TIMED_OUT;

    /**
     * How an event ended, or a task that was run for it. A timeout of another flow that a task passes on is an error
     * like others.
     *
     * @param flow the name of the event's flow
     * @param error what it failed with, or null
     */
    public static EventOutcome of(String flow, @Nullable Throwable error) {
        if (error == null) {
            return COMPLETED;
        }
        boolean own =
                error instanceof EventTimeoutException timeout && timeout.flow().equals(flow);
        return own ? TIMED_OUT : FAILED;
    }

    /** The word for this outcome in metrics. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
