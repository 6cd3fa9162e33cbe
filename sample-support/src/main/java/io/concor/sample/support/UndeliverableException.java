package io.concor.sample.support;

import io.concor.EventTimeoutException;
import io.concor.FlowStoppedException;
import org.jspecify.annotations.Nullable;

/** A message that could not be delivered. Has no stack trace: the message and the cause say what failed. */
public class UndeliverableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean outcomeUnknown;

    /**
     * Creates the exception of a message that was not sent.
     *
     * @param message the message that could not be delivered, such as {@code Message 4711}
     * @param reason why
     * @param cause the error behind it, or null
     */
    public UndeliverableException(String message, String reason, @Nullable Throwable cause) {
        this(message, reason, false, cause);
    }

    /**
     * Creates the exception of a request that failed.
     *
     * @param message the message that could not be delivered, such as {@code Message 4711}
     * @param failure why
     */
    public UndeliverableException(String message, JsonHttpClient.Failure failure) {
        this(message, failure.reason(), failure.outcomeUnknown(), failure.cause());
    }

    private UndeliverableException(String message, String reason, boolean outcomeUnknown, @Nullable Throwable cause) {
        super(message + ": " + reason, cause, false, false);
        this.outcomeUnknown = outcomeUnknown;
    }

    /**
     * Returns whether the receiver may have accepted a message although its event has this error. That is also the case
     * if the event timed out or its flow was stopped, because it may have been with the HTTP client then.
     *
     * @param error the error of the event
     */
    public static boolean isOutcomeUnknown(Throwable error) {
        return error instanceof UndeliverableException undeliverable
                ? undeliverable.outcomeUnknown
                : error instanceof EventTimeoutException || error instanceof FlowStoppedException;
    }
}
