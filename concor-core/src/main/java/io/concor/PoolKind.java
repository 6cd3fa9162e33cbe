package io.concor;

import java.util.Locale;

/** How many threads a join has, and when they start and end. The engine's {@code WorkerThreads} says so in numbers. */
public enum PoolKind {
    /** One thread. */
    SINGLE,
    /** A fixed number of threads. */
    FIXED,
    /** One thread, and more up to a bound while events wait; idle ones end. */
    CACHED,
    /** Like {@link #CACHED} with virtual threads. Requires Java 21. */
    VIRTUAL,
    /** A fixed number of threads in front of a keyed task: one at a time handles events of equal keys, in their order. */
    KEYED;

    /** Returns whether threads start while events wait and end when idle: then the number of threads is a bound. */
    public boolean grows() {
        return this == CACHED || this == VIRTUAL;
    }

    /** Returns the name of this kind in configuration, endpoints and presets. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
