package io.concor;

import org.jspecify.annotations.Nullable;

/** The error of an event whose message holds an object that can change and that another event has, or had. */
public final class LeakedReferenceException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final @Nullable String component;
    private final String type;

    public LeakedReferenceException(String flow, @Nullable String component, String type, String found) {
        super(
                "Flow '%s', %s: %s"
                        .formatted(flow, component == null ? "entry" : "component '%s'".formatted(component), found),
                false);
        this.flow = flow;
        this.component = component;
        this.type = type;
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }

    /** The component behind which it was found, or null where the caller let it in. */
    public @Nullable String component() {
        return component;
    }

    /** The name of the object's type. */
    public String type() {
        return type;
    }
}
