package io.concor.autoconfigure.propagation;

import org.jspecify.annotations.Nullable;

/** Collects failures, so that a failing element does not prevent the handling of the others. */
final class Failures {

    private Failures() {}

    /** Adds a failure to the previous ones. */
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
