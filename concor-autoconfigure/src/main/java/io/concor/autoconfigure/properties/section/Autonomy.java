package io.concor.autoconfigure.properties.section;

/** How much the autopilot does by itself. */
public enum Autonomy {
    /** Nothing. */
    OFF,
    /** It records what it would change: see the endpoint concorautopilot. */
    ADVISE,
    /** It changes layouts, on trial first. */
    AUTO
}
