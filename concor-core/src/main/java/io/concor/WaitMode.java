package io.concor;

import java.util.Locale;

/** How a thread of a join waits while its ring is empty. */
public enum WaitMode {
    /** Parks until a publisher wakes it: uses no CPU while idle. */
    BLOCKING,
    /** Yields in a loop: reacts faster, uses CPU while idle. */
    YIELDING,
    /** Spins: reacts fastest if every such thread has a core of its own, which it occupies. */
    SPINNING;

    /** Returns the name of this mode in configuration, endpoints and presets. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
