package io.concor;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether and when a component is tried again with an event that it has failed. {@link #maxRetries} begins the usual policy, in
 * which the delay may grow. Must be thread-safe. What its methods throw ends the attempts.
 */
public interface RetryPolicy {

    /** Returns whether the component is tried again after an error. */
    boolean shouldRetry(Throwable error);

    /** Returns the delays between the attempts of one event. They are asked by one thread at a time. */
    Delays delays();

    /**
     * Returns a policy with that many retries at most, one second after each failed attempt.
     *
     * @throws InvalidSettingException if the number is not within 0 to 1,000,000
     */
    static RetrySettings maxRetries(int maxRetries) {
        return RetrySettings.DEFAULT.maxRetries(maxRetries);
    }

    /** The delays between the attempts of one event. */
    @FunctionalInterface
    interface Delays {

        /** Returns how long the event waits before its next attempt; null if there is none. */
        @Nullable
        Duration next();
    }
}
