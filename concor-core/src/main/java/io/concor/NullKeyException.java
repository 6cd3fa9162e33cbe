package io.concor;

import java.util.Locale;

/** The error of an event for which a keyed task returned a null key. */
public final class NullKeyException extends FlowException {

    private static final long serialVersionUID = 1L;

    private final String component;

    /**
     * Creates the exception.
     *
     * @param component the name of the component whose task returned the key
     */
    public NullKeyException(String flow, String component) {
        super(
                flow,
                String.format(
                        Locale.ROOT,
                        "Flow '%s', component '%s': the key of a message is null. Return a key for each message, or let a task before it fail or replace messages without one",
                        flow,
                        component),
                false);
        this.component = component;
    }

    /** Returns the name of the component whose task returned the key. */
    public String component() {
        return component;
    }
}
