package io.concor.engine;

import org.jspecify.annotations.Nullable;

/**
 * Runs a component and those behind it as one call. A class, as any number of others extend it: the JVM finds theirs at
 * once.
 */
abstract class ComponentCode implements EventHandler {

    /**
     * Runs the component, and those behind it as long as they have steps and nothing out of the ordinary happens: an
     * exception, which is noted in the context, or an event that is over its time.
     *
     * @param context the event, without an error and not sampled
     * @param value the event's value
     * @param place where to note which component is run
     * @param end index of the component before which to end
     * @return index of the component that the event is at now; the context has its value
     */
    abstract int run(Context context, @Nullable Object value, ExecutionSite place, int end);

    /** A thread brings an event into the flow, whose first component this is: one that nothing attends, as yet. */
    abstract void enter(Context context);

    /**
     * A worker has taken an event from the ring before the component. What most events need, their tasks and nothing
     * else, is one piece of machine code here; it does what {@link EventRunner#serve} does, which has all other events.
     */
    @Override
    public abstract void handle(Context context, Worker worker);

    /** The same loop, which each step has itself: so it is one piece of machine code with what is done in it. */
    @Override
    public abstract boolean serve(Pool pool, Worker worker);

    /**
     * Notes that one of the components could not even be called, at the end of the stack; returns the one behind it.
     */
    final int fell(Context context, int first, ExecutionSite place, StackOverflowError tooDeep) {
        context.fail(tooDeep);
        return Math.max(first, place.component()) + 1;
    }
}
