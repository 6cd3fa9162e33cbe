package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A task throws it to be tried again after a time that it knows, such as that in the header {@code Retry-After}. It takes the
 * place of the delay of the component's {@link RetryPolicy}, however long, and counts as a retry. The policy need not include
 * this exception. Without a policy, and when its retries are used up, it is an error like any other.
 */
public final class RetryAfterException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    /** @throws InvalidSettingException if the delay is negative */
    public RetryAfterException(Duration delay) {
        this(delay, null);
    }

    /**
     * @param cause why the attempt failed, or null
     * @throws InvalidSettingException if the delay is negative
     */
    public RetryAfterException(Duration delay, @Nullable Throwable cause) {
        super("The task asks to be tried again after " + DurationFormat.of(requireNotNegative(delay)), cause);
        this.delay = delay;
    }

    private static Duration requireNotNegative(Duration delay) {
        if (delay.isNegative()) {
            throw InvalidSettingException.outOfBounds("delay", delay, "0s or longer");
        }
        return delay;
    }

    /** Returns how long the event waits before the next attempt. */
    public Duration delay() {
        return delay;
    }
}
