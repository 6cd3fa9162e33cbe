package io.concor;

/**
 * A critical section: it never runs concurrently with itself, and each run sees what earlier runs wrote, even while its
 * join is exchanged. The task needs no lock. One thread must serve it, and one object may stand at one place only.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface SingleThreadedTask<I, O> extends ValueTask<I, O> {}
