package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * The supertype of tasks that compute the next message. Implement {@link SimpleTask}, {@link SingleThreadedTask},
 * {@link SynchronizedRemoteTask} or {@link KeyedTask}.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
public sealed interface ValueTask<I extends @Nullable Object, O extends @Nullable Object> extends Task
        permits SimpleTask, SingleThreadedTask, SynchronizedRemoteTask, KeyedTask {

    /**
     * Computes the next message.
     *
     * @param input null only if null entered the flow
     * @return the message for the next component; null if no later component takes it, otherwise the event fails with a
     *     {@link NullResultException}
     * @throws Throwable anything: it becomes the event's error and affects no other event
     */
    O apply(I input) throws Throwable;
}
