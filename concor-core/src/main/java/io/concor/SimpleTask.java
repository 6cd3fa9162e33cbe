package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * A computation that does not block. Must be thread-safe.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface SimpleTask<I extends @Nullable Object, O extends @Nullable Object>
        extends ValueTask<I, O> {}
