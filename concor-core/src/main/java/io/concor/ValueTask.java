package io.concor;

/**
 * What the tasks that turn one message into the next have in common. Implement {@link SimpleTask},
 * {@link SingleThreadedTask} or {@link SynchronizedRemoteTask}.
 *
 * @param <I> the type of the message taken
 * @param <O> the type of the message given on
 */
public sealed interface ValueTask<I, O> extends Task permits SimpleTask, SingleThreadedTask, SynchronizedRemoteTask {

    /**
     * Computes the next message.
     *
     * @param input the message; null only where null was entered, or what is before gave null
     * @return the message for the next component; null is passed on as it is
     * @throws Throwable anything: it becomes the event's error, and no other event notices
     */
    O apply(I input) throws Throwable;
}
