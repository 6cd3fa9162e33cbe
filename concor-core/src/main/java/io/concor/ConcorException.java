package io.concor;

import org.jspecify.annotations.Nullable;

/** What Concor itself has to say against a call or about an event. */
public abstract class ConcorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ConcorException(String message) {
        super(message);
    }

    public ConcorException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** For the errors of single events: many, expected, and without a place worth a stack trace. */
    public ConcorException(String message, boolean withStackTrace) {
        super(message, null, withStackTrace, withStackTrace);
    }
}
