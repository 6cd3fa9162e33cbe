package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * A critical section: it never runs concurrently with itself, and each run sees what earlier runs wrote, even while its
 * join is exchanged. The task needs no lock. One thread must serve it, and one object may stand at one place only.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface SingleThreadedTask<I extends @Nullable Object, O extends @Nullable Object>
        extends ValueTask<I, O> {}
