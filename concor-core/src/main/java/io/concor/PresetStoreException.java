package io.concor;

import org.jspecify.annotations.Nullable;

/** A preset cannot be read, kept or removed, or the names of a flow's presets cannot be read. */
public final class PresetStoreException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final @Nullable String preset;
    private final String reason;

    /**
     * Tells what went wrong.
     *
     * @param flow the flow's name
     * @param preset the preset's name, or null where it is about all presets of the flow
     * @param reason what went wrong, in words that may be shown to a client
     * @param cause what the store met, or null
     */
    public PresetStoreException(
            String flow, @Nullable String preset, String reason, @Nullable Throwable cause) {
        super("%s of flow '%s': %s".formatted(which(preset), flow, reason), cause);
        this.flow = flow;
        this.preset = preset;
        this.reason = reason;
    }

    private static String which(@Nullable String preset) {
        return preset == null ? "Presets" : "Preset '%s'".formatted(preset);
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }

    /** The preset's name, or null where it is about all presets of the flow. */
    public @Nullable String preset() {
        return preset;
    }

    /** What went wrong, in words that may be shown to a client. */
    public String reason() {
        return reason;
    }
}
