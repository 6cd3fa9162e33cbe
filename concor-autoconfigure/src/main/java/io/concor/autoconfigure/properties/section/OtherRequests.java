package io.concor.autoconfigure.properties.section;

/** Which requests outside of the management endpoints an application without rules of its own accepts. */
public enum OtherRequests {
    /** Those of users who are logged in. */
    AUTHENTICATED,
    /** All. */
    OPEN
}
