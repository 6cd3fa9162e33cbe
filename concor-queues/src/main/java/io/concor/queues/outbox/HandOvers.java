package io.concor.queues.outbox;

import org.jspecify.annotations.Nullable;

/** Learns which events batches of this process put into an outbox. Thread-safe; does not block. */
@FunctionalInterface
public interface HandOvers {

    /** They are not followed. */
    HandOvers NONE = key -> () -> {};

    /**
     * An event was written in a transaction, which is committed next, or rolled back.
     *
     * @param key its key, or null
     * @return what is run when the transaction has ended, in whatever way
     */
    Runnable begun(@Nullable String key);
}
