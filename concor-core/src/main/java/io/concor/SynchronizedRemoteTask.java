package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * A computation that blocks its thread, such as a database query or a remote call. Must be thread-safe. A
 * {@link PoolKind#SINGLE} pool must not serve it.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface SynchronizedRemoteTask<I extends @Nullable Object, O extends @Nullable Object>
        extends ValueTask<I, O> {}
