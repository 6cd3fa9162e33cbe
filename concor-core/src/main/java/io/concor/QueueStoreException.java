package io.concor;

import org.jspecify.annotations.Nullable;

/** The store of durable or remote queues could not do what a flow asked for. */
public final class QueueStoreException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final boolean outcomeUnknown;

    /**
     * @param message what could not be done, at which queue, and what to do
     * @param outcomeUnknown whether it may have been done nevertheless, because the answer was lost
     * @param cause the failure of the store, or null
     */
    public QueueStoreException(String message, boolean outcomeUnknown, @Nullable Throwable cause) {
        super(message, cause);
        this.outcomeUnknown = outcomeUnknown;
    }

    /**
     * Returns whether the store may have done it nevertheless: the answer to a commit was lost. An event that was put with
     * an id of its own may be put again; the store takes it once.
     */
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }
}
