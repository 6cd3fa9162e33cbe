package io.concor.layout;

import java.util.Locale;

/** The state of a flow. */
public enum FlowState {
    /** Accepts events. */
    RUNNING,
    /** Accepts no more events; those inside may finish. */
    STOPPING,
    /** Has no events and no threads. Its manager can start it again. */
    STOPPED,
    /** Stopped for good. */
    CLOSED;

    /** Returns the name of this state on endpoints. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
