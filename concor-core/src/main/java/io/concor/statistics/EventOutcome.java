package io.concor.statistics;

import io.concor.EventCancelledException;
import io.concor.EventTimeoutException;
import io.concor.FlowException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How an event ended. */
public enum EventOutcome {
    /** With a value. */
    COMPLETED,
    /** With an error. */
    FAILED,
    /** With a timeout. */
    TIMED_OUT,
    /** Early, because its caller gave up. */
    CANCELLED;

    /**
     * Returns the outcome of an event, or of a task that ran for it. The timeout of another flow that a task passes on
     * counts as an error.
     *
     * @param flow the name of the event's flow
     * @param error what it failed with, or null
     */
    public static EventOutcome of(String flow, @Nullable Throwable error) {
        if (error == null) {
            return COMPLETED;
        }
        boolean own = error instanceof FlowException failure && failure.flow().equals(flow);
        if (own && error instanceof EventTimeoutException) {
            return TIMED_OUT;
        }
        return own && error instanceof EventCancelledException ? CANCELLED : FAILED;
    }

    /** Returns the name of this outcome in metrics, such as {@code timed-out}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
