package io.concor.autoconfigure.endpoint;

import io.concor.ConcorException;

/** An operation has not begun in time, because the same is done for another client. Nothing has changed. */
final class BusyException extends ConcorException {

    private static final long serialVersionUID = 1L;

    BusyException(ConcorException cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }
}
