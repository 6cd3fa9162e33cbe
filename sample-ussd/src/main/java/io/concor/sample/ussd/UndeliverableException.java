package io.concor.sample.ussd;

import org.jspecify.annotations.Nullable;

/** A reply cannot reach the operator. Nobody looks at where that was thrown; what lies behind it is its cause. */
class UndeliverableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndeliverableException(String messageId, String reason) {
        this(messageId, reason, null);
    }

    UndeliverableException(String messageId, String reason, @Nullable Throwable cause) {
        super("Reply to " + messageId + ": " + reason, cause, false, false);
    }
}
