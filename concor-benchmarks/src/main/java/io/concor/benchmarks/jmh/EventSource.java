package io.concor.benchmarks.jmh;

import java.util.Locale;

/** Where the senders of a benchmark get their events from. */
enum EventSource {
    /** From objects that were created before, so that only the pipeline allocates memory. */
    REUSED,
    /** The sender creates an object for each event, as most applications do. */
    ALLOCATED;

    /** Returns the source with this name, in lower case. */
    static EventSource named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
