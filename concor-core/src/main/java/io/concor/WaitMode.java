package io.concor;

import java.util.Locale;

/** What a thread of a join does while its ring is empty. */
public enum WaitMode {
    /** Parks, and is woken by the publisher: no CPU is used while idle. */
    BLOCKING,
    /** Offers its core to other threads again and again: quicker to react, burns CPU while idle. */
    YIELDING,
    /** Spins: quickest to react where every such thread has a core of its own, burns that core. */
    SPINNING;

    /** The word for this strategy in configuration, endpoints and presets. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
