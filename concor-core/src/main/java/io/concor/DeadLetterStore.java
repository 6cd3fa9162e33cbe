package io.concor;

import org.jspecify.annotations.Nullable;

/** Keeps the dead letters of flows, so that they can be read and entered again. Must be thread-safe. */
@FunctionalInterface
public interface DeadLetterStore {

    /**
     * Keeps a dead letter.
     *
     * @throws Exception if it cannot be kept; then it is logged and lost
     */
    void keep(DeadLetter<? extends @Nullable Object> letter) throws Exception;
}
