package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * Handles the error of an event: recovers with a value, with which the flow goes on, or throws. Events without an error
 * skip it. A {@link RecoveryTask} also gets the message. Must be thread-safe.
 *
 * @param <O> the type of the message at this place of the flow
 */
@FunctionalInterface
public non-sealed interface CatchTask<O extends @Nullable Object> extends ErrorHandlingTask<O> {

    /**
     * Handles an error.
     *
     * @param error what an earlier component threw
     * @return the message with which the flow goes on; null only if no later component takes it, otherwise the event
     *     fails with a {@link NullResultException}
     * @throws Throwable anything: it replaces the error. Throw {@code error} itself to leave it unhandled
     */
    @Nullable
    O onError(Throwable error) throws Throwable;
}
