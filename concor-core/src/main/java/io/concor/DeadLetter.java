package io.concor;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event that will not be tried again, kept with its error. A value; the message is the object itself: if a task changed it in
 * place, that shows.
 *
 * @param flow the name of the flow
 * @param component the name of the component at which the error occurred; null if it occurred between components
 * @param message the message as it entered the flow; null if null entered
 * @param error the error with which the event ended
 * @param attempts how often the component was tried, 1 or more
 * @param firstFailed when the first of these attempts failed
 * @param lastFailed when the last one failed
 * @param <I> the type of the messages that enter the flow
 */
public record DeadLetter<I extends @Nullable Object>(
        String flow,
        @Nullable String component,
        I message,
        Throwable error,
        int attempts,
        Instant firstFailed,
        Instant lastFailed) {

    /** Returns everything but the message, whose content may be confidential. */
    @Override
    public String toString() {
        return "dead letter of flow '" + flow + "'" + (component == null ? "" : ", component '" + component + "'")
                + ", attempts " + attempts + ", " + error.getClass().getName();
    }
}
