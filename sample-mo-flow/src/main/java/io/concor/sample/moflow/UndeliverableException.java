package io.concor.sample.moflow;

import org.jspecify.annotations.Nullable;

/** A message cannot reach an application. */
class UndeliverableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndeliverableException(String messageId, String reason) {
        this(messageId, reason, null);
    }

    UndeliverableException(String messageId, String reason, @Nullable Throwable cause) {
        super("Message " + messageId + ": " + reason, cause);
    }
}
