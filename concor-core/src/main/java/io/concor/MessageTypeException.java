package io.concor;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The error of an event whose message is not of the type that a task takes. The cause is the {@link ClassCastException}
 * that the task threw for this message, or for an earlier one of the same class.
 */
public final class MessageTypeException extends FlowException {

    private static final long serialVersionUID = 1L;

    private final String component;
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
                String.format(
                        Locale.ROOT,
                        "Flow '%s', component '%s'%s: its task %s, but %s is of type %s. Change one of the types, or insert a task that converts the message",
                        flow,
                        place.name(),
                        place.bean() == null ? "" : String.format(Locale.ROOT, ", bean '%s'", place.bean()),
                        expected == null
                                ? String.format(Locale.ROOT, "takes another type (%s)", cause.getMessage())
                                : "takes " + expected,
                        source,
                        actual),
                cause);
        this.component = place.name();
        this.bean = place.bean();
        this.expected = expected;
        this.actual = actual;
    }

    /** Returns the name of the component whose task cannot take the message. */
    public String component() {
        return component;
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
