package io.concor;

/**
 * A computation that does not block. Must be thread-safe.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface SimpleTask<I, O> extends ValueTask<I, O> {}
