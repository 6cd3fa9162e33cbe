package io.concor;

/**
 * A computation that looks at the message, and may change it, but gives nothing of its own: the same message goes on.
 * It must be thread-safe.
 *
 * @param <I> the type of the message
 */
@FunctionalInterface
public non-sealed interface SideEffectTask<I> extends Task {

    /**
     * Takes note of the message.
     *
     * @param message the message; null only where null was entered, or what is before gave null
     * @throws Throwable anything: it becomes the event's error
     */
    void accept(I message) throws Throwable;
}
