package io.concor;

import org.jspecify.annotations.Nullable;

/** The superclass of exceptions about a flow or one of its events. */
public abstract class FlowException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;

    public FlowException(String flow, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.flow = flow;
    }

    /** See {@link ConcorException#ConcorException(String, boolean)}. */
    public FlowException(String flow, String message, boolean withStackTrace) {
        super(message, withStackTrace);
        this.flow = flow;
    }

    /** Returns the flow's name. */
    public String flow() {
        return flow;
    }
}
