package io.concor;

import java.util.Locale;

/** How the threads of a join come and go. */
public enum PoolKind {
    /** One thread. */
    SINGLE,
    /** Exactly so many threads. */
    FIXED,
    /** One thread, and more when events wait, up to a bound; idle ones end. */
    CACHED,
    /** The same with virtual threads; needs Java 21. */
    VIRTUAL;

    /** The word for this kind in configuration, endpoints and presets. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
