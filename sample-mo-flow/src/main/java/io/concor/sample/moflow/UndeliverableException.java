package io.concor.sample.moflow;

import org.jspecify.annotations.Nullable;

/** A message cannot reach an application. Nobody looks at where that was thrown; what lies behind it is its cause. */
class UndeliverableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndeliverableException(String messageId, String reason) {
        this(messageId, reason, null);
    }

    UndeliverableException(String messageId, String reason, @Nullable Throwable cause) {
        super("Message " + messageId + ": " + reason, cause, false, false);
    }
}
