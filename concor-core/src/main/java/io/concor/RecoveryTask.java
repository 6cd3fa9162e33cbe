package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * Handles the error of an event like a {@link CatchTask}, and also gets the component that failed, the message that it
 * was given and the event that entered. A flow that has such a task keeps the event and the message until the event
 * ends. Must be thread-safe.
 *
 * @param <O> the type of the message at this place of the flow
 */
@FunctionalInterface
public non-sealed interface RecoveryTask<O extends @Nullable Object> extends ErrorHandlingTask<O> {

    /**
     * Handles an error.
     *
     * @param error what an earlier component threw
     * @param context where and with what message; may be kept after this method has returned
     * @return the message with which the flow goes on; null only if no later component takes it, otherwise the event
     *     fails with a {@link NullResultException}
     * @throws Throwable anything: it replaces the error. Throw {@code error} itself to leave it unhandled
     */
    @Nullable
    O recover(Throwable error, ErrorContext context) throws Throwable;
}
