package io.concor.autoconfigure.properties;

import org.jspecify.annotations.Nullable;

/** Thrown if an application cannot start as it is configured: names the problem and the remedy. */
public abstract class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    /**
     * Creates an exception.
     *
     * @param problem what is wrong, without a full stop
     * @param remedy how to fix it, in one or more sentences
     */
    protected ConfigurationException(String problem, String remedy, @Nullable Throwable cause) {
        super(problem, cause);
        this.remedy = remedy;
    }

    /** Returns what is wrong, in one or more sentences. */
    public String description() {
        return getMessage() + ".";
    }

    /** Returns how to fix the problem, in one or more sentences. */
    public final String remedy() {
        return remedy;
    }

    /** Returns the property whose value and origin complete the description, or null. */
    public @Nullable String property() {
        return null;
    }
}
