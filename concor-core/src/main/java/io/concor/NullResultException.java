package io.concor;

/** The error of an event for which a task returned null although a later component takes its result. */
public final class NullResultException extends ComponentException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param component the name of the component whose task returned null
     * @param next the name of the component that takes its result
     */
    public NullResultException(String flow, String component, String next) {
        super(
                flow,
                component,
                "its task returned null, but component '" + next
                        + "' takes its result. Return a value, such as an empty Optional, or throw an exception");
    }
}
