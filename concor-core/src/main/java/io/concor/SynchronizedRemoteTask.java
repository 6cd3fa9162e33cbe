package io.concor;

/**
 * A computation that keeps its thread waiting for somebody else: a database query, a blocking remote call. It must be
 * thread-safe, and must not be served by a {@link PoolKind#SINGLE} pool.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface SynchronizedRemoteTask<I, O> extends ValueTask<I, O> {}
