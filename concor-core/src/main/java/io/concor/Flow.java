package io.concor;

import java.util.concurrent.CompletableFuture;

/**
 * A chain of components: the place where events go in. Made by {@link Flows}. Thread-safe.
 *
 * <p>At most {@code max-in-flight} events are inside at once. Every event that is accepted ends exactly once: with a
 * value, an error, or a timeout, which is an error too. An event that ends with an error that no catch component met
 * and that nobody awaits is counted and logged.
 *
 * <p>The components before the first filled slot run on the entering thread. A task of the flow, or a function that hangs
 * on a result, does not wait at the flow's door, whatever thread runs it, because others can only leave by such threads:
 * where the flow is full, the event that it brings is refused; from a task on a thread that is not the flow's own, when
 * a first short wait was in vain.
 *
 * <p>An event may be null, where the flow's first tasks take null.
 *
 * @param <I> the type of the messages that go in
 * @param <O> the type of the messages at the end
 */
public interface Flow<I, O> extends AutoCloseable {

    /** The name, unique among the flows of a manager. */
    String name();

    /**
     * Enters an event, waiting while the flow is full.
     *
     * @param event the message
     * @throws RefusedException when the flow is stopped, or the thread is interrupted while it waits (it stays
     *     interrupted), or the flow is full and the thread is one of its own or carries one of its events
     */
    void apply(I event);

    /**
     * Enters an event, if there is room for it at once.
     *
     * @param event the message
     * @return false when the flow is full or stopped, or keeps its door shut for the moment that a change of the layout
     *     under overload needs; the event was not taken, which is counted as refused
     */
    boolean tryApply(I event);

    /**
     * Enters an event, waiting while the flow is full, and tells its result.
     *
     * @param event the message
     * @return completed on the thread that ends the event, with the last component's value or the event's error; failed
     *     with a {@link RefusedException} when the event was not taken. Cancelling it does not stop the event
     */
    CompletableFuture<O> submit(I event);

    /**
     * Enters an event, if there is room for it at once, and tells its result. A flow of another make than Concor's, in
     * a test for instance, need not have it: it waits as {@link #submit} does then.
     *
     * @param event the message
     * @return as of {@link #submit}; failed with a {@link RefusedException} where {@link #tryApply} would say no
     */
    default CompletableFuture<O> trySubmit(I event) {
        return submit(event);
    }

    /**
     * Stops the flow for good: takes no more events, lets those inside finish for up to 10 seconds, ends the others
     * with an error, and ends the threads. Closing again does nothing.
     */
    @Override
    void close();
}
