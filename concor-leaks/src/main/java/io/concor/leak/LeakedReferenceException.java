package io.concor.leak;

import io.concor.FlowException;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/** The error of an event whose message holds a mutable object that another event has or had. */
public final class LeakedReferenceException extends FlowException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String component;
    private final String type;

    public LeakedReferenceException(String flow, @Nullable String component, String type, String found) {
        super(
                flow,
                Sentence.of(
                        "Flow '%s', %s: %s",
                        flow, component == null ? "entry" : Sentence.of("component '%s'", component), found),
                false);
        this.component = component;
        this.type = type;
    }

    /** Returns the component after which it was found, or null if it entered with the event. */
    public @Nullable String component() {
        return component;
    }

    /** Returns the name of the object's type. */
    public String type() {
        return type;
    }
}
