package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * The error of an event whose message is not of the type that a task takes. The cause is the {@link ClassCastException}
 * that the task threw for this message, or for an earlier one of the same class.
 */
public final class MessageTypeException extends ComponentException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String bean;
    private final @Nullable String expected;
    private final String actual;

    /**
     * Creates the exception.
     *
     * @param place the component with its bean, if it has one
     * @param source where the message comes from, such as the component before
     * @param expected the name of the type that the task takes, or null if only the cause names it
     * @param actual the name of the message's class
     */
    public MessageTypeException(
            String flow,
            Component place,
            String source,
            @Nullable String expected,
            String actual,
            ClassCastException cause) {
        super(
                flow,
                place,
                "its task takes "
                        + (expected == null ? "another type (" + cause.getMessage() + ")" : expected)
                        + ", but " + source + " is of type " + actual
                        + ". Change one of the types, or insert a task that converts the message",
                cause);
        this.bean = place.bean();
        this.expected = expected;
        this.actual = actual;
    }

    /** Returns the name of the task's bean, or null if it is none. */
    public @Nullable String bean() {
        return bean;
    }

    /** Returns the name of the type that the task takes, or null if only the cause names it, as for a lambda. */
    public @Nullable String expected() {
        return expected;
    }

    /** Returns the name of the message's class. */
    public String actual() {
        return actual;
    }
}
