package io.concor.queues.jdbc;

import org.jspecify.annotations.Nullable;

/** Another transaction has put a unique event of the same id and has not ended, so it is not known whether this one is a second. */
public final class BusyIdException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BusyIdException(@Nullable Throwable cause) {
        super("another transaction, which has not ended, puts an event of the same id", cause);
    }
}
