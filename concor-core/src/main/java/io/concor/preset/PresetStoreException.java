package io.concor.preset;

import io.concor.FlowException;
import org.jspecify.annotations.Nullable;

/** Presets cannot be read, saved or deleted. */
public final class PresetStoreException extends FlowException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String preset;
    private final String reason;
    private final boolean conflict;

    /**
     * Describes a failure.
     *
     * @param preset the preset's name, or null for all presets of the flow
     * @param reason the problem, safe to show to a client
     */
    public PresetStoreException(String flow, @Nullable String preset, String reason, @Nullable Throwable cause) {
        this(flow, preset, reason, cause, false);
    }

    private PresetStoreException(
            String flow, @Nullable String preset, String reason, @Nullable Throwable cause, boolean conflict) {
        super(
                flow,
                (preset == null ? "Presets" : "Preset '" + preset + "'") + " of flow '" + flow + "': " + reason,
                cause);
        this.preset = preset;
        this.reason = reason;
        this.conflict = conflict;
    }

    /** Returns the exception for repeated conflicts with concurrent writers. Nothing was changed. */
    public static PresetStoreException ofConflict(String flow, @Nullable String preset, @Nullable Throwable cause) {
        return new PresetStoreException(
                flow, preset, "others keep changing what is stored at the same time; try again", cause, true);
    }

    /** Returns the preset's name, or null for all presets of the flow. */
    public @Nullable String preset() {
        return preset;
    }

    /** Returns the problem, safe to show to a client. */
    public String reason() {
        return reason;
    }

    /** Returns whether concurrent writers caused the failure, so that a retry may succeed. */
    public boolean conflict() {
        return conflict;
    }
}
