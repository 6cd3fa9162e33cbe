package io.concor.engine.event;

import org.jspecify.annotations.Nullable;

/**
 * What a recovery task, another attempt or a dead letter needs of an event besides its error. Only the contexts of flows with one
 * of these have it. It belongs to the owner of the context.
 */
final class RecoveryInputs {

    /** What entered the flow. */
    @Nullable
    Object event;
    /** The message that the failing component was given. Valid while there is an error, or a transition has answered. */
    @Nullable
    Object message;
    /** Its attempts where it failed last, or null if no event with the context has failed. */
    @Nullable
    Attempts attempts;

    void clear() {
        event = null;
        if (message != null) {
            message = null;
        }
        if (attempts != null) {
            attempts.clear();
        }
    }
}
