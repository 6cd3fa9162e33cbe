package io.concor.queues;

import io.concor.ConcorException;
import org.jspecify.annotations.Nullable;

/** A message cannot be written into a store. The event was not put; another attempt would fail as well. */
public final class UnwritableMessageException extends ConcorException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message the queue, if it is known, the type, the reason and what to do
     * @param cause the failure of the codec, or null
     */
    public UnwritableMessageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
