package io.concor.diagnosis.autopilot;

import java.util.Locale;

/** What the autopilot does about a flow. */
public enum AutopilotMode {
    /** Nothing. */
    OFF,
    /** It records what it would change. */
    ADVISE,
    /** It changes the layout. */
    AUTO;

    /** Returns the name of this mode in configuration and on endpoints. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
