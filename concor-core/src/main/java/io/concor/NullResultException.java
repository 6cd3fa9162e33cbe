package io.concor;

import java.util.Locale;

/** The error of an event for which a task returned null although a later component takes its result. */
public final class NullResultException extends FlowException {

    private static final long serialVersionUID = 1L;

    private final String component;

    /**
     * Creates the exception.
     *
     * @param component the name of the component whose task returned null
     * @param next the name of the component that takes its result
     */
    public NullResultException(String flow, String component, String next) {
        super(
                flow,
                String.format(
                        Locale.ROOT,
                        "Flow '%s', component '%s': its task returned null, but component '%s' takes its result. Return a value, such as an empty Optional, or throw an exception",
                        flow,
                        component,
                        next),
                false);
        this.component = component;
    }

    /** Returns the name of the component whose task returned null. */
    public String component() {
        return component;
    }
}
