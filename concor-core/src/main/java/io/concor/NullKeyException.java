package io.concor;

/** The error of an event for which a keyed task returned a null key. */
public final class NullKeyException extends ComponentException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param component the name of the component whose task returned the key
     */
    public NullKeyException(String flow, String component) {
        super(
                flow,
                component,
                "the key of a message is null. Return a key for each message, or let a task before it fail or replace messages without one");
    }
}
