package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * A computation whose messages of equal keys are handled one at a time and in the order of their arrival, such as the
 * balance of an account; others in parallel. For one key it is a critical section: each run sees what earlier runs of
 * that key wrote. State that several keys share must be thread-safe. Its slot holds a {@link PoolKind#KEYED} or a
 * {@link PoolKind#SINGLE} pool. One object may stand at one place only.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
public non-sealed interface KeyedTask<I extends @Nullable Object, O extends @Nullable Object> extends ValueTask<I, O> {

    /**
     * Returns the key of a message: a value whose {@code equals} and {@code hashCode} agree. Called once for each message that
     * comes without an error, before it waits, by the thread that brings it, so it must be fast and thread-safe. The
     * thread-locals and the transaction of the event are there.
     *
     * @param message null only if null entered the flow
     * @return the key; for null, the event fails with a {@link NullKeyException}
     * @throws Throwable anything, like {@code hashCode} of the key: it becomes the event's error and affects no other event
     */
    @Nullable
    Object key(I message) throws Throwable;
}
