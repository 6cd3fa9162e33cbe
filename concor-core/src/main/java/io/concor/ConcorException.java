package io.concor;

import org.jspecify.annotations.Nullable;

/** The superclass of all exceptions of Concor. */
public abstract class ConcorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ConcorException(String message) {
        super(message);
    }

    public ConcorException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Creates the error of an event. Such errors are expected and frequent, and their stack trace says little. */
    public ConcorException(String message, boolean withStackTrace) {
        super(message, null, withStackTrace, withStackTrace);
    }
}
