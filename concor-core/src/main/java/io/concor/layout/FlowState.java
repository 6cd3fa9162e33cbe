package io.concor.layout;

import java.util.Locale;

/** Where a flow is in its life. */
public enum FlowState {
    /** Takes events. */
    RUNNING,
    /** Takes no more events; those inside may finish. */
    STOPPING,
    /** Holds no events and no threads; can be started again by its manager. */
    STOPPED,
    /** Stopped for good. */
    CLOSED;

    /** The word for this state on endpoints. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
