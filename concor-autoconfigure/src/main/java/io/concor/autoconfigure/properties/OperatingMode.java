package io.concor.autoconfigure.properties;

import java.util.Locale;

/** The purpose for which the application runs. */
public enum OperatingMode {
    /** Layouts are changed by hand. Presets are loaded only if {@code concor.presets.load} is {@code always}. */
    TUNING,
    /** The active presets are loaded at start-up. */
    PRODUCTION,
    /** As production, without the need of a preset: the autopilot changes layouts where no other mode of it is set. */
    DYNAMIC;

    /** Returns whether the active presets are loaded at start-up. */
    public boolean isProductive() {
        return this != TUNING;
    }

    /** Returns the name of this mode in configuration and messages. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
