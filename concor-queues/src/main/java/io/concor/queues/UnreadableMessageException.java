package io.concor.queues;

import io.concor.ConcorException;
import org.jspecify.annotations.Nullable;

/** A stored message cannot be read. Its text does not contain the message. */
public final class UnreadableMessageException extends ConcorException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message the queue, if it is known, the type and version, the reason and what to do
     * @param cause the failure of the codec or of an upcaster, or null
     */
    public UnreadableMessageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
