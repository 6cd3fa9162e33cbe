package io.concor.autoconfigure.properties.section;

/** What a user of the management endpoints may do. Each role includes {@link #VIEWER}. */
public enum Role {
    /** Reads all endpoints except those that show audit events, memory, settings, the log, or what users did. */
    VIEWER,
    /** Saves, applies and deletes presets. */
    PRESETS,
    /** Changes which events are sampled. */
    DIAGNOSIS,
    /** Reads and changes everything. */
    OPERATOR
}
