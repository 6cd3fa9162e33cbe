package io.concor;

import java.util.Locale;

/** Where the events of a join wait. */
public enum QueueKind {
    /** In the memory of the process. What waits when the process dies is lost. */
    MEMORY,
    /** In a database. What waits survives the process. */
    DURABLE,
    /** In a broker, for all processes that run the flow. */
    REMOTE;

    /** Returns the name in configuration, endpoints and presets, such as {@code durable}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
