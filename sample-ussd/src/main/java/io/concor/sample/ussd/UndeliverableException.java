package io.concor.sample.ussd;

import org.jspecify.annotations.Nullable;

/** A reply cannot reach the operator. */
class UndeliverableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndeliverableException(String messageId, String reason) {
        this(messageId, reason, null);
    }

    UndeliverableException(String messageId, String reason, @Nullable Throwable cause) {
        super("Reply to " + messageId + ": " + reason, cause);
    }
}
