package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * A computation that reads or changes the message, and passes on the same message. Must be thread-safe.
 *
 * @param <I> the type of the message
 */
@FunctionalInterface
public non-sealed interface SideEffectTask<I extends @Nullable Object> extends Task {

    /**
     * Handles the message.
     *
     * @param message null only if null entered the flow
     * @throws Throwable anything: it becomes the event's error
     */
    void accept(I message) throws Throwable;
}
