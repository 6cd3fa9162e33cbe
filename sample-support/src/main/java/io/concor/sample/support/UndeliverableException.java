package io.concor.sample.support;

import org.jspecify.annotations.Nullable;

/** A message that could not be delivered. Has no stack trace: the message and the cause say what failed. */
public class UndeliverableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the message that could not be delivered, such as {@code Message 4711}
     * @param reason why
     * @param cause the error behind it, or null
     */
    public UndeliverableException(String message, String reason, @Nullable Throwable cause) {
        super(message + ": " + reason, cause, false, false);
    }
}
