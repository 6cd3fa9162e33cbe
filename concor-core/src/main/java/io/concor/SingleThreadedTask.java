package io.concor;

/**
 * A critical section: it never runs at the same time as itself, and each run sees what the one before wrote. The flow
 * sees to that, also while the join that serves it is exchanged; the task needs no lock.
 *
 * <p>It must be served by one thread, and one object may stand at one place only.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
@FunctionalInterface
public non-sealed interface SingleThreadedTask<I, O> extends ValueTask<I, O> {}
