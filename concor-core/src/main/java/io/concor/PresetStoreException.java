package io.concor;

import org.jspecify.annotations.Nullable;

/** A preset cannot be read, kept or removed. */
public final class PresetStoreException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final String preset;
    private final String reason;

    /**
     * Tells what went wrong.
     *
     * @param flow the flow's name
     * @param preset the preset's name
     * @param reason what went wrong, in words that may be shown to a client
     * @param cause what the store met, or null
     */
    public PresetStoreException(String flow, String preset, String reason, @Nullable Throwable cause) {
        super("Preset '%s' of flow '%s': %s".formatted(preset, flow, reason), cause);
        this.flow = flow;
        this.preset = preset;
        this.reason = reason;
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }

    /** The preset's name. */
    public String preset() {
        return preset;
    }

    /** What went wrong, in words that may be shown to a client. */
    public String reason() {
        return reason;
    }
}
