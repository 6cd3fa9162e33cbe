package io.concor.preset;

import io.concor.ConcorException;
import org.jspecify.annotations.Nullable;

/** A preset cannot be read, kept or removed, or the names of a flow's presets cannot be read. */
public final class PresetStoreException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final @Nullable String preset;
    private final String reason;
    private final boolean conflict;

    /**
     * Tells what went wrong.
     *
     * @param flow the flow's name
     * @param preset the preset's name, or null where it is about all presets of the flow
     * @param reason what went wrong, in words that may be shown to a client
     * @param cause what the store met, or null
     */
    public PresetStoreException(String flow, @Nullable String preset, String reason, @Nullable Throwable cause) {
        this(flow, preset, reason, cause, false);
    }

    private PresetStoreException(
            String flow, @Nullable String preset, String reason, @Nullable Throwable cause, boolean conflict) {
        super("%s of flow '%s': %s".formatted(which(preset), flow, reason), cause);
        this.flow = flow;
        this.preset = preset;
        this.reason = reason;
        this.conflict = conflict;
    }

    /**
     * Tells that others changed what is stored at the same time, again and again; nothing was changed.
     *
     * @param flow the flow's name
     * @param preset the preset's name, or null where it is about all presets of the flow
     * @param cause what the store met, or null
     */
    public static PresetStoreException ofConflict(String flow, @Nullable String preset, @Nullable Throwable cause) {
        return new PresetStoreException(
                flow, preset, "others keep changing what is stored at the same time; try again", cause, true);
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

    /** Whether others were in the way, so that it may work when it is tried again. */
    public boolean conflict() {
        return conflict;
    }
}
