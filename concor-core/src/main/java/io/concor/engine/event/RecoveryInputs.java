package io.concor.engine.event;

import org.jspecify.annotations.Nullable;

/**
 * What a recovery task gets to see of an event besides its error. Only the contexts of flows with such a task have it. It
 * belongs to the owner of the context.
 */
final class RecoveryInputs {

    /** What entered the flow. */
    @Nullable
    Object event;
    /** The message that the failing component was given. Valid while there is an error, or a transition has answered. */
    @Nullable
    Object message;

    void clear() {
        event = null;
        if (message != null) {
            message = null;
        }
    }
}
