package io.concor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A chain of components that events enter. Created by {@link Flows}. Thread-safe.
 *
 * <p>At most {@code max-in-flight} events are inside at once. Every accepted event ends exactly once, with a value or an
 * error; a timeout is an error. An error that no catch component handles and no caller awaits is counted and logged.
 *
 * <p>The components before the first filled slot run on the entering thread.
 *
 * <p>Callers wait for admission in the order of their arrival, at most as long as the flow's timeout. A thread that the
 * flow needs to proceed does not wait: an event that it brings to the full flow is refused. A task that enters another flow
 * waits there no longer than its own event may still live.
 *
 * <p>An event may be null if the first tasks accept null.
 *
 * @param <I> the type of the messages that enter
 * @param <O> the type of the messages at the end
 */
public interface Flow<I extends @Nullable Object, O extends @Nullable Object> extends AutoCloseable {

    /** Returns the name, which is unique among the flows of a manager. */
    String name();

    /**
     * Enters an event. Waits while the flow is full.
     *
     * @throws RefusedException for one of its {@linkplain RefusedException.Reason reasons}; an interrupted thread stays
     *     interrupted
     * @throws QueueStoreException if the first component runs on another node, and its slot is not remote
     */
    void apply(I event);

    /**
     * Enters an event without waiting.
     *
     * @return false if the event was refused, and counted by its {@linkplain RefusedException.Reason reason}: the flow is
     *     full, stopped, or briefly closed by a change of the layout under overload
     * @throws QueueStoreException as {@link #apply} does
     */
    boolean tryApply(I event);

    /**
     * Enters an event and returns its result. Waits while the flow is full.
     *
     * @return completed on the thread that ends the event, with the last component's value or the event's error; failed
     *     with a {@link RefusedException} if the event was refused, and with a {@link RemoteErrorException} if the event failed in
     *     another process that shares a remote slot. If such a result does not come back, with a {@link QueueStoreException}: before
     *     the event enters if none can. Otherwise an {@link EventResult}: if the caller cancels it, the event ends early
     */
    CompletableFuture<O> submit(I event);

    /**
     * Enters an event and returns its result. Waits at most for the given time while the flow is full. The default
     * implementation, for flows that are not made by Concor, waits like {@link #submit(Object)}.
     *
     * @param wait the longest time to wait for admission, which the flow's timeout limits as well; zero or less does not
     *     wait. The time that the event spends in the flow does not count
     * @return as for {@link #submit(Object)}; failed with a {@link RefusedException} whose reason is
     *     {@link RefusedException.Reason#TIMEOUT} if the flow remained full
     */
    default CompletableFuture<O> submit(I event, Duration wait) {
        return submit(event);
    }

    /**
     * Enters an event without waiting and returns its result. The default implementation, for flows that are not made by
     * Concor, waits like {@link #submit(Object)}.
     *
     * @return as for {@link #submit(Object)}; failed with a {@link RefusedException} if {@link #tryApply} would return false
     */
    default CompletableFuture<O> trySubmit(I event) {
        return submit(event);
    }

    /**
     * Enters an event and returns when it is safe: in the first durable or remote queue on its way, from where it is handled
     * even if this process dies; without such a queue, when it has ended. Waits while the flow is full.
     *
     * <p>Called in a transaction of the store of that queue, the event exists if and only if the transaction commits. The
     * components before the queue run on the calling thread before this returns, in the transaction. Until that has ended, {@code
     * join()} and {@code get()} of the future throw an {@link IllegalStateException} on that thread: the commit would wait for them.
     *
     * @return completed when the event is safe or has ended, or when the transaction has committed; failed with the event's
     *     error if it ended before, with a {@link RefusedException} if the flow refused it, and with a {@link
     *     QueueStoreException} if the queue could not take it, among others because the calling thread is in a transaction in
     *     which it cannot be put
     */
    default CompletableFuture<@Nullable Void> accept(I event) {
        return submit(event).thenApply(value -> null);
    }

    /**
     * Enters an event like {@link #accept(Object)}, with an id that the queue takes once, or to be handled later.
     *
     * @return as for {@link #accept(Object)}; also completed normally if the queue knows the id: then the event is not taken
     *     again. Failed with a {@link QueueStoreException} if there is no durable or remote queue on the way
     */
    default CompletableFuture<@Nullable Void> accept(I event, Delivery delivery) {
        return accept(event);
    }

    /**
     * Stops the flow for good: accepts no more events, lets those inside finish for up to 10 seconds, ends the others
     * with an error, and ends the threads. Closing again has no effect.
     */
    @Override
    void close();
}
