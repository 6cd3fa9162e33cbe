package io.concor;

/**
 * A computation that any number of threads may run at once and that keeps none of them waiting.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface SimpleTask<I, O> extends ValueTask<I, O> {}
