package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * Meets the error of an event, if it has one, and may recover with a value, with which the flow goes on. Events without
 * an error pass it by. It must be thread-safe.
 *
 * @param <O> the type of the message at this place of the flow
 */
@FunctionalInterface
public non-sealed interface CatchTask<O> extends Task {

    /**
     * Recovers from an error, or gives another one.
     *
     * @param error what a component before this one threw
     * @return the message to go on with
     * @throws Throwable anything: it takes the place of the error; throw {@code error} itself to leave it unhandled
     */
    @Nullable
    O onError(Throwable error) throws Throwable;
}
