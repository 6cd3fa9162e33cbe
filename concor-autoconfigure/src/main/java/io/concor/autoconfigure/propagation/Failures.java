package io.concor.autoconfigure.propagation;

import org.jspecify.annotations.Nullable;

/** What one piece throws keeps no other from being moved. */
final class Failures {

    private Failures() {}

    /** Adds to what was thrown before, or to nothing. */
    static Throwable and(@Nullable Throwable before, Throwable thrown) {
        if (before == null) {
            return thrown;
        }
        if (before != thrown) {
            before.addSuppressed(thrown);
        }
        return before;
    }

    static void rethrow(@Nullable Throwable failure) {
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }
}
